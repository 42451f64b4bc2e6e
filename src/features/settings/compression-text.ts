/** Texts for documents compression: the current state, and the changes to save. */
import type { DocumentsCompression } from '../../protocol/configuration.ts';
import { pluralize } from '../../ui/index.ts';

export const NO_COMPRESSION: DocumentsCompression = {
  collections: [],
  allCollections: false,
  revisions: false,
};

export type CompressionMode = 'off' | 'all' | 'chosen';

export function compressionMode(setting: DocumentsCompression): CompressionMode {
  if (setting.allCollections) return 'all';
  return setting.collections.length > 0 ? 'chosen' : 'off';
}

export function sameCompression(a: DocumentsCompression, b: DocumentsCompression): boolean {
  const names = (setting: DocumentsCompression) => [...setting.collections].sort().join('\n');
  return a.allCollections === b.allCollections && a.revisions === b.revisions && names(a) === names(b);
}

/** One sentence per change; empty without changes. */
export function compressionChanges(
  before: DocumentsCompression,
  after: DocumentsCompression,
): readonly string[] {
  const sentences: string[] = [];
  if (after.allCollections && !before.allCollections)
    sentences.push('Documents in all collections will be compressed, including collections created later.');
  if (before.allCollections && !after.allCollections)
    sentences.push(
      after.collections.length === 0
        ? 'Documents will no longer be compressed.'
        : `Only documents in ${list(after.collections)} will be compressed from now on.`,
    );
  if (!before.allCollections && !after.allCollections) {
    const added = after.collections.filter((name) => !before.collections.includes(name));
    const removed = before.collections.filter((name) => !after.collections.includes(name));
    if (added.length > 0) sentences.push(`Documents in ${list(added)} will be compressed.`);
    if (removed.length > 0) sentences.push(`Documents in ${list(removed)} will no longer be compressed.`);
  }
  if (after.revisions && !before.revisions) sentences.push('Revisions will be compressed.');
  if (before.revisions && !after.revisions) sentences.push('Revisions will no longer be compressed.');
  const starts =
    (after.revisions && !before.revisions) ||
    (after.allCollections && !before.allCollections) ||
    after.collections.some((name) => !before.allCollections && !before.collections.includes(name));
  if (starts)
    sentences.push('Each write compresses and each read decompresses: both use more processor time.');
  if (sentences.length > 0)
    sentences.push('This applies to new writes. Stored documents change when they are written again.');
  return sentences;
}

function list(names: readonly string[]): string {
  if (names.length <= 3) return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
  return `${names.slice(0, 3).join(', ')} and ${pluralize(names.length - 3, 'more collection')}`;
}

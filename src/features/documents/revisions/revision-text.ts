/** Formats the flags of a revision, and parses the number of revisions to keep. */
import type { DocumentMetadata } from '../../../protocol/documents.ts';

/** Present on every revision, or shown elsewhere. */
const HIDDEN_FLAGS = new Set([
  'Revision',
  'HasRevisions',
  'DeleteRevision',
  'FromOldDocumentRevision',
  'HasAttachments',
  'HasCounters',
  'HasTimeSeries',
]);

export function visibleFlags({ flags }: Pick<DocumentMetadata, 'flags'>): readonly string[] {
  return flags.filter((flag) => !HIDDEN_FLAGS.has(flag));
}

/** Null for no limit. */
export function parseRevisionLimit(typed: string): number | null | 'unreadable' {
  const text = typed.trim();
  if (text === '') return null;
  const count = Number(text);
  return /^\d+$/.test(text) && count >= 1 && count <= 2_147_483_647 ? count : 'unreadable';
}

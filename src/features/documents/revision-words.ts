/** What is worth saying about a revision, and how many of them to keep as a person types it. */
import type { DocumentMetadata } from '../../protocol/documents.ts';

/** On every revision, or said elsewhere. */
const USUAL = new Set([
  'Revision',
  'HasRevisions',
  'DeleteRevision',
  'FromOldDocumentRevision',
  'HasAttachments',
  'HasCounters',
  'HasTimeSeries',
]);

export function flagsWorthSaying({ flags }: Pick<DocumentMetadata, 'flags'>): readonly string[] {
  return flags.filter((flag) => !USUAL.has(flag));
}

/** The version that says only that there was no document any more. */
export function isDeletion({ flags }: Pick<DocumentMetadata, 'flags'>): boolean {
  return flags.includes('DeleteRevision');
}

/** Null for all of them. */
export function newestToKeep(typed: string): number | null | 'unreadable' {
  const text = typed.trim();
  if (text === '') return null;
  const count = Number(text);
  return /^\d+$/.test(text) && count >= 1 && count <= 2_147_483_647 ? count : 'unreadable';
}

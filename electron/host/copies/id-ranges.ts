/**
 * Ranges of ids (`@hilo`): a client of the target that continued below the copied ids would overwrite them, so the larger
 * range counts.
 */
import { membersOf } from '../export/json-members.ts';
import type { CopySide } from './copy-side.ts';
import { readDocuments } from './read-documents.ts';
import type { SourceRow } from './source-rows.ts';

/** The rows whose range is larger than that of the target. */
export async function largerRanges(
  target: CopySide,
  rows: readonly SourceRow[],
  signal: AbortSignal,
): Promise<readonly SourceRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const existing = new Map(
    // A range that is too large to read has another form, and is replaced.
    (await readDocuments(target, ids, signal, () => undefined)).map(({ id, text }) => [
      id.toLowerCase(),
      endOf(text),
    ]),
  );
  return rows.filter(({ id, text }) => endOf(text) > (existing.get(id.toLowerCase()) ?? -1));
}

/** The end of the range; 0 for another form. */
function endOf(text: string): number {
  const end = Number(membersOf(text).get('Max'));
  return Number.isFinite(end) ? end : 0;
}

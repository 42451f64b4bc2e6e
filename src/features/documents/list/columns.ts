/** Selects the properties that become columns: those of most documents in a sample, in document order. */
import type { Cell, DocumentRow } from '../../../protocol/collections.ts';
import { nestedListText, nestedObjectText, shortDate } from '../../../ui/index.ts';

export const MAX_COLUMNS = 12;

/** Column names, most common first; ties keep document order. */
export function findColumns(sample: readonly DocumentRow[], limit = MAX_COLUMNS): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of sample)
    for (const name of row.cells.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const met = [...counts.keys()];
  return met
    .sort(
      (a, b) =>
        (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || Number(isDeep(sample, a)) - Number(isDeep(sample, b)),
    )
    .slice(0, limit);
}

/** Nested values say little in a table: among equally common columns they are last. */
function isDeep(sample: readonly DocumentRow[], name: string): boolean {
  return sample.some((row) => {
    const kind = row.cells.get(name)?.kind;
    return kind === 'object' || kind === 'array';
  });
}

function shown(text: string): number {
  return (shortDate(text) ?? text).length;
}

/** A nested value: the preview of a collection has only its size. */
export function nestedText(cell: Cell & { readonly kind: 'object' | 'array' }): string {
  return cell.kind === 'array' ? nestedListText(cell.items) : nestedObjectText(cell.members);
}

function lengthOf(cell: Cell | undefined): number {
  if (cell === undefined) return 0;
  return cell.kind === 'text' || cell.kind === 'literal' ? shown(cell.text) : nestedText(cell).length;
}

/** A width for the longest value of the sample, within limits. In pixels. */
export function columnWidth(name: string, sample: readonly DocumentRow[]): number {
  const longest = sample.reduce((most, row) => {
    return Math.max(most, lengthOf(row.cells.get(name)));
  }, name.length + 2);
  return Math.min(280, Math.max(72, Math.round(longest * 7.6) + 24));
}

/** Widths of the columns of a grid, in pixels, for the space it has. */

interface Sized {
  readonly id: string;
  readonly width: number;
  readonly least?: number;
}

/**
 * Columns with `least` share the space that is left, or that is missing, in proportion to their widths. A width that
 * the user chose is kept, and so are all widths while the space is unknown.
 */
export function gridWidths(
  columns: readonly Sized[],
  chosen: Readonly<Record<string, number>>,
  space: number | null,
): readonly number[] {
  const widths = columns.map(({ id, width }) => chosen[id] ?? width);
  const flexible = columns.map(({ id, least }) => (chosen[id] === undefined ? least : undefined));
  const total = sum(widths);
  const shared = sum(widths.filter((_, place) => flexible[place] !== undefined));
  if (space === null || shared === 0) return widths;
  return widths.map((width, place) => {
    const least = flexible[place];
    return least === undefined
      ? width
      : Math.max(least, Math.floor(width + ((space - total) * width) / shared));
  });
}

/** The left edges of the first columns, in pixels. */
export function offsetsOf(widths: readonly number[], count: number): readonly number[] {
  const offsets: number[] = [];
  let left = 0;
  for (const width of widths.slice(0, count)) {
    offsets.push(left);
    left += width;
  }
  return offsets;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

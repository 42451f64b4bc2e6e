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
  if (space === null) return widths;
  const flexible = columns.flatMap(({ id, least }, place) =>
    chosen[id] === undefined && least !== undefined ? [{ place, least, width: widths[place] ?? 0 }] : [],
  );
  const left = space - sum(widths.filter((_, place) => flexible.every((each) => each.place !== place)));
  const shared = new Map(shareOut(flexible, left).map(({ place, width }) => [place, width]));
  return widths.map((width, place) => shared.get(place) ?? width);
}

interface Flexible {
  readonly place: number;
  readonly least: number;
  readonly width: number;
}

/** A column that would be narrower than its least width has that, and the others share the rest. */
function shareOut(columns: readonly Flexible[], space: number): readonly Flexible[] {
  const total = sum(columns.map(({ width }) => width));
  const fitted = columns.map((each) => ({ ...each, width: Math.floor((space * each.width) / total) }));
  const isNarrow = ({ least, width }: Flexible): boolean => width < least;
  const narrow = fitted.filter(isNarrow).map((each) => ({ ...each, width: each.least }));
  if (narrow.length === 0) return fitted;
  const others = columns.filter((_, at) => !isNarrow(fitted[at] ?? { place: 0, least: 0, width: 0 }));
  return [...narrow, ...shareOut(others, space - sum(narrow.map(({ width }) => width)))];
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

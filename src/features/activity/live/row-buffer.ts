/** The newest rows of a feed, in a bounded list. */

/** A row and its number in the order of arrival, which identifies it. */
export interface Arrived<T> {
  readonly number: number;
  readonly row: T;
}

export interface RowBuffer<T> {
  /** Newest first. */
  readonly rows: readonly Arrived<T>[];
  /** All rows since the start or the last clear. */
  readonly seen: number;
  /** Frames that could not be read. */
  readonly unreadable: number;
}

export const noRows: RowBuffer<never> = { rows: [], seen: 0, unreadable: 0 };

/** `undefined` in `arrived` is a frame that could not be read. */
export function withRows<T>(
  buffer: RowBuffer<T>,
  arrived: readonly (T | undefined)[],
  limit: number,
): RowBuffer<T> {
  let { seen, unreadable } = buffer;
  const fresh: Arrived<T>[] = [];
  for (const row of arrived) {
    if (row === undefined) unreadable++;
    else fresh.push({ number: ++seen, row });
  }
  fresh.reverse();
  return { rows: [...fresh, ...buffer.rows].slice(0, limit), seen, unreadable };
}

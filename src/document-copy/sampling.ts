/** Pages and shares of a sample of collections. Pure. */

export interface Page {
  readonly start: number;
  readonly pageSize: number;
}

/** An integer from 0 up to, but without, `below`. */
export type Random = (below: number) => number;

/** Keeps one answer small, also with large documents. */
const PAGE = 64;

/**
 * Distributes a number of documents over collections in proportion to their sizes. No share is larger than its
 * collection, and no collection with documents is left out while there is one document for each.
 */
export function allocate(count: number, sizes: readonly number[]): readonly number[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const take = Math.min(count, total);
  const bySize = sizes
    .map((size, place) => ({ size, place }))
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size);
  const isEnough = take >= bySize.length;
  const shares = sizes.map((size) => {
    const whole = total === 0 ? 0 : Math.floor((take * size) / total);
    return !isEnough ? 0 : size > 0 ? Math.max(1, whole) : 0;
  });
  const add = (place: number, change: 1 | -1): void => {
    shares[place] = (shares[place] ?? 0) + change;
  };
  if (!isEnough) for (const { place } of bySize.slice(0, take)) add(place, 1);
  let rest = take - shares.reduce((sum, share) => sum + share, 0);
  // The largest fractions are rounded up; small collections have their one document already.
  const fraction = ({ size }: { readonly size: number }): number => ((take * size) / total) % 1;
  for (const { place, size } of [...bySize].sort((a, b) => fraction(b) - fraction(a)))
    if (rest > 0 && (take * size) / total >= 1 && (shares[place] ?? 0) < size) {
      add(place, 1);
      rest--;
    }
  // What those got beyond their proportion is taken from the largest shares.
  for (; rest < 0; rest++) add(shares.indexOf(Math.max(...shares)), -1);
  return shares;
}

/** The first documents, in pages. */
export function firstPages(count: number): readonly Page[] {
  return Array.from({ length: Math.ceil(count / PAGE) }, (_, page) => ({
    start: page * PAGE,
    pageSize: Math.min(PAGE, count - page * PAGE),
  }));
}

/** The most requests for a random sample of one collection. */
const MAX_RANDOM_PAGES = 200;

/** How many neighbours a random page has: a large sample would need too many requests for single documents. */
export function randomPageSize(count: number): number {
  return Math.max(1, Math.min(PAGE, Math.ceil(count / MAX_RANDOM_PAGES)));
}

/** Random pages of a collection of `size` documents, without overlaps, in ascending order. */
export function randomPages(size: number, count: number, random: Random): readonly Page[] {
  const pageSize = randomPageSize(Math.min(size, count));
  const pages = Math.ceil(size / pageSize);
  /** A shuffle of 0 … pages − 1 that stores only the swapped positions. */
  const swapped = new Map<number, number>();
  const chosen: Page[] = [];
  let rest = Math.min(size, count);
  for (let drawn = 0; rest > 0 && drawn < pages; drawn++) {
    const at = drawn + random(pages - drawn);
    const page = swapped.get(at) ?? at;
    swapped.set(at, swapped.get(drawn) ?? drawn);
    const start = page * pageSize;
    const taken = Math.min(pageSize, size - start, rest);
    chosen.push({ start, pageSize: taken });
    rest -= taken;
  }
  return chosen.sort((a, b) => a.start - b.start);
}

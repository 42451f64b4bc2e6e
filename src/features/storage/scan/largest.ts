/** The largest of any number of items, in bounded memory. Pure. */

interface Sized {
  readonly bytes: number;
}

/**
 * By size, then by key. An item that was dropped never returns, so that what is added up in a kept item is complete.
 */
export class Largest<T extends Sized> {
  private readonly most: number;
  private readonly items = new Map<string, T>();
  /** The smallest that was kept when items were last dropped. */
  private limit: { readonly key: string; readonly bytes: number } | null = null;

  constructor(most: number) {
    this.most = most;
  }

  get(key: string): T | undefined {
    return this.items.get(key);
  }

  /** Replaces an item with the same key. */
  set(key: string, item: T): void {
    if (!this.items.has(key) && this.limit && order([key, item], [this.limit.key, this.limit]) > 0) return;
    this.items.set(key, item);
    if (this.items.size >= this.most * 4) this.drop();
  }

  list(): readonly T[] {
    return this.sorted()
      .slice(0, this.most)
      .map(([, item]) => item);
  }

  private sorted(): [string, T][] {
    return [...this.items].sort(order);
  }

  private drop(): void {
    const sorted = this.sorted();
    for (const [key] of sorted.slice(this.most)) this.items.delete(key);
    const last = sorted[this.most - 1];
    if (last) this.limit = { key: last[0], bytes: last[1].bytes };
  }
}

function order(
  [one, { bytes: a }]: readonly [string, Sized],
  [other, { bytes: b }]: readonly [string, Sized],
): number {
  return b - a || (one < other ? -1 : one > other ? 1 : 0);
}

import { expect, it } from 'vitest';
import { Largest } from './largest.ts';

/** Without a pattern, and the same in every run. */
function* numbers(count: number): Generator<number> {
  let state = 12_345;
  for (let at = 0; at < count; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state % 500;
  }
}

it('lists exactly the largest of many, by size and then by key', () => {
  const largest = new Largest<{ key: string; bytes: number }>(7);
  const all = [...numbers(2_000)].map((bytes, at) => ({ key: `k${at}`, bytes }));
  for (const each of all) largest.set(each.key, each);
  const expected = all.sort((a, b) => b.bytes - a.bytes || (a.key < b.key ? -1 : 1)).slice(0, 7);
  expect(largest.list()).toEqual(expected);
});

it('adds up in kept items what belongs to them, wherever it comes', () => {
  const largest = new Largest<{ key: string; bytes: number; count: number }>(5);
  const counts = new Map<number, number>();
  for (const bytes of numbers(5_000)) {
    counts.set(bytes, (counts.get(bytes) ?? 0) + 1);
    const key = String(bytes);
    largest.set(key, { key, bytes, count: (largest.get(key)?.count ?? 0) + 1 });
  }
  const expected = [...counts].sort(([a], [b]) => b - a).slice(0, 5);
  expect(largest.list().map(({ bytes, count }) => [bytes, count])).toEqual(expected);
});

it('replaces an item with the same key', () => {
  const largest = new Largest<{ bytes: number }>(2);
  largest.set('a', { bytes: 1 });
  largest.set('b', { bytes: 2 });
  largest.set('a', { bytes: 3 });
  expect(largest.list()).toEqual([{ bytes: 3 }, { bytes: 2 }]);
  expect(new Largest(3).list()).toEqual([]);
});

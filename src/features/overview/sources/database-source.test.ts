import { expect, test } from 'vitest';
import { writesPerSecond } from './database-source.ts';

const marks = (at: number, etags: Record<string, number>) => ({ at, etags: new Map(Object.entries(etags)) });

test('counts the etags of all databases that were there before', () => {
  expect(writesPerSecond(marks(0, { a: 10, b: 5 }), marks(2_000, { a: 30, b: 9 }))).toBe(12);
  expect(writesPerSecond(marks(0, { a: 10 }), marks(2_000, { a: 10, created: 900 }))).toBe(0);
});

test('ignores a database that was replaced, and a clock that went back', () => {
  expect(writesPerSecond(marks(0, { a: 500 }), marks(1_000, { a: 3 }))).toBe(0);
  expect(writesPerSecond(marks(1_000, { a: 1 }), marks(1_000, { a: 2 }))).toBeUndefined();
});

import { expect, test } from 'vitest';
import { differences, shapeOf } from './shape.ts';

const between = (ours: unknown, real: unknown): string[] =>
  differences(shapeOf(ours), shapeOf(real)).map(({ path, what }) => `${path}: ${what}`);

test('values do not matter, types and members do', () => {
  expect(between({ a: 1, b: 'x', c: [true] }, { a: 2.5, b: 'y', c: [false, true] })).toEqual([]);
  expect(between({ a: null, c: {} }, { a: 'Unlock', b: 1, c: {} })).toEqual([
    'a: null, text on the server',
    'b: missing, number on the server',
  ]);
  expect(between({ a: 1, d: [] }, { a: 1 })).toEqual(['d: list, absent on the server']);
  expect(between([], {})).toEqual([': list, object on the server']);
});

test('paths name members and items', () => {
  expect(between({ a: [{ b: 1 }] }, { a: [{ b: '1' }] })).toEqual(['a[].b: number, text on the server']);
});

test('items with names are compared by name, others by place', () => {
  expect(
    between(
      [{ Name: 'b' }, { Name: 'a', X: 1 }],
      [{ Name: 'a', X: 'x' }, { Name: 'b' }, { Name: 'c', Y: 1 }],
    ),
  ).toEqual(['[].X: number, text on the server']);
  expect(between([1, 'x'], ['x', 'x', 'x'])).toEqual(['[]: number, text on the server']);
});

test('dates and time spans are texts of their own kind', () => {
  expect(between('2026-01-01T00:00:00.0000000Z', '2026-01-01T00:00:00.0000000')).toEqual([
    ': date, local date on the server',
  ]);
  expect(between('2026-01-01T00:00:00Z', '2026-01-01T00:00:00.1234567Z')).toEqual([
    ': text, date on the server',
  ]);
  expect(between('00:00:01', '1.00:00:01.1234567')).toEqual([]);
});

import { expect, test } from 'vitest';
import { noRows, withRows, type RowBuffer } from './row-buffer.ts';

test('keeps the newest rows first and counts all', () => {
  let buffer: RowBuffer<string> = withRows<string>(noRows, ['a', 'b'], 3);
  buffer = withRows(buffer, ['c', undefined, 'd'], 3);
  expect(buffer.rows.map(({ row, number }) => [number, row])).toEqual([
    [4, 'd'],
    [3, 'c'],
    [2, 'b'],
  ]);
  expect([buffer.seen, buffer.unreadable]).toEqual([4, 1]);
});

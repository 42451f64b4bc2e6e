import { describe, expect, it } from 'vitest';
import { gridOrder, nextSort } from './grid-order.ts';

describe('gridOrder', () => {
  it('sorts numbers by size and text with its numbers by size', () => {
    expect(gridOrder([10, 9, 100], false)).toEqual([1, 0, 2]);
    expect(gridOrder(['orders/10', 'Orders/9', 'a'], false)).toEqual([2, 1, 0]);
  });

  it('keeps missing values last and the order of equal rows, in both directions', () => {
    const values = [null, 2, undefined, 1, Number.NaN, 2, ''];
    expect(gridOrder(values, false)).toEqual([3, 1, 5, 0, 2, 4, 6]);
    expect(gridOrder(values, true)).toEqual([1, 5, 3, 0, 2, 4, 6]);
  });
});

it('sorts upwards, downwards, and then not at all', () => {
  const up = nextSort(null, 'a');
  const down = nextSort(up, 'a');
  expect([up, down, nextSort(down, 'a')]).toEqual([
    { column: 'a', descending: false },
    { column: 'a', descending: true },
    null,
  ]);
  expect(nextSort(down, 'b')).toEqual({ column: 'b', descending: false });
});

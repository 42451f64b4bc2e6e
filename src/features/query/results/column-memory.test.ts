import { expect, it } from 'vitest';
import { columnSource, useColumnMemory, withHidden } from './column-memory.ts';

it('names the source of a query', () => {
  expect(columnSource('from Orders where A = 1')).toBe('Orders');
  expect(columnSource("from index 'Orders/Totals'")).toBe('index Orders/Totals');
  expect(columnSource('from @all_docs')).toBe('from @all_docs');
});

it('keeps the newest sources, and none without hidden columns', () => {
  expect(withHidden({ A: ['x'] }, 'B', ['y'])).toEqual({ A: ['x'], B: ['y'] });
  expect(withHidden({ A: ['x'], B: ['y'] }, 'A', [])).toEqual({ B: ['y'] });
  const many = Array.from({ length: 60 }, (_, i) => `s${i}`).reduce(
    (hidden, source) => withHidden(hidden, source, ['x']),
    {},
  );
  expect(Object.keys(many)).toHaveLength(50);
  expect(many).toHaveProperty('s59');
});

it('is shared by tabs, and a restored tab changes no choice of this session', () => {
  const { put, merge } = useColumnMemory.getState();
  put('c/shop', 'Orders', ['Freight']);
  merge('c/shop', { Orders: [], Products: ['Name'] });
  expect(useColumnMemory.getState().hidden.get('c/shop')).toEqual({
    Orders: ['Freight'],
    Products: ['Name'],
  });
});

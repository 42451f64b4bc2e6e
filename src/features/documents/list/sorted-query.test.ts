import { expect, it } from 'vitest';
import type { DocumentRow } from '../../../protocol/collections.ts';
import { sortedQuery } from './sorted-query.ts';

const sample = [
  {
    cells: new Map([
      ['Freight', { kind: 'literal', text: '12.5' }],
      ['Order', { kind: 'text', text: 'orders/1' }],
    ]),
  },
] as unknown as readonly DocumentRow[];
const orders = { collection: 'Orders', prefix: '' };

it.each([
  ['Freight', false, "from 'Orders'\norder by Freight as double"],
  ['Freight', true, "from 'Orders'\norder by Freight as double desc"],
  ['Order', true, "from 'Orders'\norder by 'Order' desc"],
  ['@id', false, "from 'Orders'\norder by id()"],
  ['@last-modified', false, null],
])('sorts by %s, descending: %s', (column, descending, query) => {
  expect(sortedQuery(orders, column, sample, descending)).toBe(query);
});

import { describe, expect, it } from 'vitest';
import { matchingRows } from './filter-rows.ts';
import { findColumns } from './result-columns.ts';

const rows = [
  { Company: 'companies/1-A', Freight: 12.5, ShipTo: { City: 'Oslo', Lines: ['Harbour 3'] } },
  { Company: 'companies/2-A', Freight: 1250, ShipTo: { City: 'Bergen' }, Note: null },
  { Company: 'COMPANIES/3-A', '@metadata': { '@id': 'orders/oslo-9' } },
];
const columns = findColumns(rows);
const matches = (text: string, among = columns) => {
  const found = matchingRows(rows, among, text);
  return found && [...found];
};

describe('the filter of shown rows', () => {
  it('is none without a text', () => {
    expect(matches('')).toBeNull();
    expect(matches('  ')).toBeNull();
  });

  it('finds texts without regard to case, numbers, nested values and ids', () => {
    expect(matches('companies/3')).toEqual([2]);
    expect(matches('1250')).toEqual([1]);
    expect(matches('harbour')).toEqual([0]);
    expect(matches(' oslo ')).toEqual([0, 2]);
    expect(matches('Trondheim')).toEqual([]);
  });

  it('reads the given columns only, and no missing values', () => {
    expect(
      matches(
        'oslo',
        columns.filter(({ name }) => name === 'Company'),
      ),
    ).toEqual([]);
    expect(matches('null')).toEqual([]);
  });
});

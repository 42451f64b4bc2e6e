import { describe, expect, it } from 'vitest';
import { indexRows, type RowChoices } from './index-rows.ts';
import { indexStats } from './stats-for-tests.ts';

const choices: RowChoices = {
  search: '',
  filter: null,
  names: null,
  sort: null,
  folded: new Set(),
  sortValue: () => undefined,
};
const all = [
  indexStats({ name: 'Orders/B', entries: 2 }),
  indexStats({ name: 'Orders/A', entries: null }),
  indexStats({ name: 'ReplacementOf/Orders/A', entries: 1, collections: [] }),
  indexStats({ name: 'Both', collections: ['Companies', 'Orders'] }),
  indexStats({ name: 'All', collections: ['@all_docs'] }),
  indexStats({ name: 'Broken', type: 'Faulty', collections: [] }),
  indexStats({ name: 'Companies/10', collections: ['Companies'], isStale: true }),
];

function shown(part: Partial<RowChoices>): readonly string[] {
  return indexRows(all, { ...choices, ...part }).map((row) =>
    row.kind === 'group' ? `[${row.label} ${row.indexes.length}]` : row.index.name,
  );
}

describe('indexRows', () => {
  it('groups by collection, with a replacement after its index and unknown collections last', () => {
    expect(shown({})).toEqual([
      '[All documents 1]',
      'All',
      '[Companies 1]',
      'Companies/10',
      '[Companies, Orders 1]',
      'Both',
      '[Orders 3]',
      'Orders/A',
      'ReplacementOf/Orders/A',
      'Orders/B',
      '[No collection reported 1]',
      'Broken',
    ]);
  });

  it('searches every word in name, collections and type', () => {
    expect(shown({ search: 'orders a' })).toContain('Orders/A');
    expect(shown({ search: 'faulty' })).toEqual(['[No collection reported 1]', 'Broken']);
    expect(shown({ search: 'nothing' })).toEqual([]);
  });

  it('filters by state, and to named indexes', () => {
    expect(shown({ filter: 'stale' })).toEqual(['[Companies 1]', 'Companies/10']);
    expect(shown({ names: new Set(['Both']) })).toEqual(['[Companies, Orders 1]', 'Both']);
  });

  it('sorts within groups, unknown values last in both directions', () => {
    const orders = (descending: boolean) =>
      shown({ sort: { column: 'entries', descending } }).filter((name) => name.includes('Orders/'));
    expect(orders(false)).toEqual(['ReplacementOf/Orders/A', 'Orders/B', 'Orders/A']);
    expect(orders(true)).toEqual(['Orders/B', 'ReplacementOf/Orders/A', 'Orders/A']);
  });

  it('hides the indexes of a folded group, and still counts them', () => {
    expect(shown({ folded: new Set(['Orders']) })).toContain('[Orders 3]');
    expect(shown({ folded: new Set(['Orders']) })).not.toContain('Orders/A');
  });
});

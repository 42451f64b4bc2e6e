import { describe, expect, it } from 'vitest';
import {
  filterCounts,
  indexState,
  isAuto,
  isIndexing,
  matchesFilter,
  replacedIndex,
  typeLabel,
} from './index-state.ts';
import { indexStats } from './stats-for-tests.ts';

describe('indexState', () => {
  it.each([
    [{ type: 'Faulty', state: 'Disabled' }, 'faulty'],
    // As RavenDB reports an index that it stopped.
    [{ state: 'Error', status: 'Paused', isInvalid: true }, 'error'],
    [{ isInvalid: true }, 'error'],
    [{ state: 'Disabled', status: 'Disabled' }, 'disabled'],
    [{ status: 'Disabled' }, 'disabled'],
    [{ status: 'Paused' }, 'paused'],
    [{ status: 'Pending' }, 'pending'],
    [{ state: 'Idle' }, 'idle'],
    [{}, 'running'],
  ] as const)('of %o is %s', (part, id) => {
    expect(indexState(indexStats({ name: 'A', ...part })).id).toBe(id);
  });

  it('shows states of newer servers unchanged', () => {
    expect(indexState(indexStats({ name: 'A', state: 'Archived' }))).toMatchObject({
      id: 'other',
      label: 'Archived',
    });
    expect(indexState(indexStats({ name: 'A', status: 'Waiting' })).label).toBe('Waiting');
  });
});

it('an idle index still indexes; a paused one does not', () => {
  expect(isIndexing(indexStats({ name: 'A', state: 'Idle' }))).toBe(true);
  expect(isIndexing(indexStats({ name: 'A', status: 'Paused' }))).toBe(false);
});

it('filters count an index in every state that it has', () => {
  const indexes = [
    indexStats({ name: 'Auto/Orders/ByA', type: 'AutoMap', isStale: true }),
    indexStats({ name: 'B', status: 'Paused', isStale: true }),
    indexStats({ name: 'C', state: 'Error', status: 'Paused', errors: 500 }),
    indexStats({ name: 'D', type: 'Faulty' }),
  ];
  expect(filterCounts(indexes)).toEqual({
    running: 1,
    stale: 2,
    paused: 1,
    disabled: 0,
    error: 1,
    faulty: 1,
    errors: 1,
    auto: 1,
  });
  expect(indexes.filter((index) => matchesFilter(index, 'stale')).map(({ name }) => name)).toEqual([
    'Auto/Orders/ByA',
    'B',
  ]);
});

it('names the replaced index of a replacement', () => {
  expect(replacedIndex('ReplacementOf/Orders/ByCompany')).toBe('Orders/ByCompany');
  expect(replacedIndex('Orders/ReplacementOf/X')).toBeNull();
});

it('labels types, and shows unknown ones unchanged', () => {
  expect(typeLabel({ type: 'JavaScriptMapReduce' })).toBe('JavaScript map-reduce');
  expect(typeLabel({ type: 'Vector' })).toBe('Vector');
  expect(isAuto({ name: 'Auto/X', type: 'AutoMap' })).toBe(true);
});

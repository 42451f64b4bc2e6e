// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { historyKey, readStored, useQueryHistory } from './query-history.ts';
import type { PastRun } from './query-state.ts';

const past = (query: string, at: number): PastRun => ({ query, parameters: {}, at, total: 1, ms: 1 });
const shop = historyKey('sandbox', 'shop');

beforeEach(() => {
  localStorage.clear();
  useQueryHistory.setState({ lists: new Map() });
});

it('outlives the tab that ran a query', () => {
  useQueryHistory.getState().add(shop, past('from A', 1));
  useQueryHistory.getState().add(shop, past('from B', 2));
  expect(
    readStored()
      .get(shop)
      ?.map(({ query }) => query),
  ).toEqual(['from B', 'from A']);
});

it('is empty when the storage is damaged or of another version', () => {
  for (const text of ['{', '{"lists":1}', '[["sandbox/shop",[{"query":1}]]]']) {
    localStorage.setItem('rookery.query-history', text);
    expect(readStored().size).toBe(0);
  }
});

it('drops the databases whose last query is oldest', () => {
  for (let place = 0; place < 40; place++)
    useQueryHistory.getState().add(`sandbox/db${place}`, past('from A', place));
  useQueryHistory.getState().add('sandbox/db15', past('from B', 99));
  expect([...readStored().keys()].slice(0, 2)).toEqual(['sandbox/db10', 'sandbox/db11']);
  expect([...readStored().keys()].at(-1)).toBe('sandbox/db15');
  const long = 'x'.repeat(19_000);
  for (let run = 0; run < 50; run++) useQueryHistory.getState().add(shop, past(`${long}${run}`, 100 + run));
  expect(localStorage.getItem('rookery.query-history')?.length).toBeLessThan(1_000_000);
  expect(readStored().get(shop)).toHaveLength(50);
});

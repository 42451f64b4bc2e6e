import { expect, test } from 'vitest';
import { mergeHistories, type PastRun, readQueryState, addToHistory } from './query-state.ts';

const past = (query: string, at: number): PastRun => ({ query, parameters: {}, at, total: 1, ms: 1 });

test('round-trips, and replaces invalid members by defaults one by one', () => {
  expect(readQueryState(null, 'from X').text).toBe('from X');
  const state = readQueryState(
    { text: 'from Y', view: 'hologram', history: 'no', place: { line: 2, column: 3, scrollTop: 0 } },
    '',
  );
  expect(state).toMatchObject({
    text: 'from Y',
    view: 'results',
    history: [],
    place: { line: 2, column: 3 },
  });
});

test('keeps the newest fifty queries, each once', () => {
  let history: PastRun[] = [];
  for (let i = 0; i < 60; i++) history = addToHistory(history, past(`from C${i}`, i));
  expect(history).toHaveLength(50);
  expect(history[0]?.query).toBe('from C59');
  history = addToHistory(history, past('from C30', 99));
  expect(history[0]).toMatchObject({ query: 'from C30', at: 99 });
  expect(history.filter((each) => each.query === 'from C30')).toHaveLength(1);
  expect(addToHistory(history, past('  ', 100))[0]?.query).toBe('from C30');
});

test('treats other parameters as another query', () => {
  const a = { ...past('from X where A = $a', 1), parameters: { a: '1' } };
  const b = { ...past('from X where A = $a', 2), parameters: { a: '2' } };
  expect(addToHistory([a], b)).toHaveLength(2);
});

test('merges histories of several tabs by time', () => {
  expect(mergeHistories([[past('a', 3), past('b', 1)], [past('c', 2)]]).map((each) => each.query)).toEqual([
    'a',
    'c',
    'b',
  ]);
});

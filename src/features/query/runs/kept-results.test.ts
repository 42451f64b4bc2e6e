import { beforeEach, expect, test } from 'vitest';
import { MAX_KEPT_RESULTS, useKeptResults } from './kept-results.ts';
import type { CompletedRun } from './query-runs.ts';

beforeEach(() => useKeptResults.setState({ tabs: new Map() }));

const result = (at: number) => ({ kind: 'answered', at }) as CompletedRun;
const kept = (tab: string) => useKeptResults.getState().tabs.get(tab);

test('keeps results of a tab in their order, each once, and shows one of them', () => {
  const { keep, show } = useKeptResults.getState();
  const [first, second] = [result(1), result(2)];
  keep('a', first);
  keep('a', second);
  keep('a', first);
  expect(kept('a')).toEqual({ results: [first, second], shown: null });
  show('a', first);
  expect(kept('a')?.shown).toBe(first);
  expect(kept('b')).toBeUndefined();
});

test('shows the current result after the kept one on the screen is discarded', () => {
  const { keep, show, discard } = useKeptResults.getState();
  const [first, second] = [result(1), result(2)];
  keep('a', first);
  keep('a', second);
  show('a', first);
  discard('a', second);
  expect(kept('a')).toEqual({ results: [first], shown: first });
  discard('a', first);
  expect(kept('a')).toBeUndefined();
});

test('discards the oldest result of all tabs at the limit', () => {
  const { keep } = useKeptResults.getState();
  keep('old', result(0));
  for (let at = 1; at <= MAX_KEPT_RESULTS; at++) keep('new', result(at));
  expect(kept('old')).toBeUndefined();
  expect(kept('new')?.results).toHaveLength(MAX_KEPT_RESULTS);
});

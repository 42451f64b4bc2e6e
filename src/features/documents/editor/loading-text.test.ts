import { expect, test } from 'vitest';
import type { DependentIndex } from '../../../protocol/dependent-indexes.ts';
import { loadingText } from './loading-text.ts';

const loads = (index: string, part: Partial<DependentIndex> = {}): DependentIndex => ({
  ...{ index, relation: 'loads', count: 80, evidence: 'index', reduces: false, output: null, isStale: false },
  ...part,
});

test('names the indexes with their counts and how certain they are', () => {
  expect(
    loadingText([
      loads('A'),
      loads('B', { evidence: 'auto-index', count: 1 }),
      loads('C', { evidence: 'limit', count: 1200 }),
      loads('D', { evidence: 'unknown', count: null }),
    ]),
  ).toBe(
    'Saving indexes other documents again, because 4 indexes load this one: A (80 entries), B (1 document), C (at most 1,200 entries), D (number unknown).',
  );
});

test('shortens a long list', () => {
  expect(loadingText(['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) => loads(name)))).toMatch(
    /E \(80 entries\) and 2 more\.$/,
  );
});

test('is absent when no index loads the document, or no entry depends on it', () => {
  expect(loadingText([])).toBeNull();
  expect(loadingText([loads('A', { count: 0 })])).toBeNull();
});

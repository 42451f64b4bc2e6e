import { expect, it, test } from 'vitest';
import type { QuerySource } from './query-source.ts';
import { formProblem, initialForm, toChoice } from './reproduce-form.ts';

const source: QuerySource = {
  indexName: 'Auto/Orders/ByX',
  definition: null,
  collections: [{ name: 'Orders', documents: 50_000 }],
  matches: 320,
  noMatching: null,
};

it('starts with all matches where they can be copied, and else with the newest documents', () => {
  expect(initialForm(source, 'shop', ['shop-repro'])).toMatchObject({
    name: 'shop-repro-2',
    kind: 'matching',
    count: 320,
    maskedFields: '',
  });
  expect(initialForm({ ...source, noMatching: 'no ids' }, 'shop', [])).toMatchObject({
    name: 'shop-repro',
    kind: 'newest',
    count: 1000,
  });
});

const form = initialForm(source, 'shop', []);

test.each([
  [form, source, null],
  [{ ...form, count: null }, source, /Enter how many/],
  [{ ...form, count: 10_001 }, source, /at most 10,000 documents/],
  [form, { ...source, noMatching: 'no ids' }, /no ids/],
  [{ ...form, kind: 'random' as const }, { ...source, noMatching: 'no ids' }, null],
  [form, { ...source, collections: [] }, /nothing to copy/],
])('validates %j', (entered, read, expected) => {
  const problem = formProblem(entered, read);
  if (expected === null) expect(problem).toBeNull();
  else expect(problem).toMatch(expected);
});

it('becomes a choice with each masked field once', () => {
  expect(toChoice({ ...form, maskedFields: 'A, B.C ,A' })).toEqual({
    kind: 'matching',
    count: 320,
    followReferences: true,
    maskedFields: ['A', 'B.C'],
  });
});

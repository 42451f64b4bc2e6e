/** What the query screen reads from a text at each change must take a text of 1 MB. */
import { expect, it } from 'vitest';
import { clauseWords, hasLimit, parameterNames, tokenize } from './index.ts';

const MEGABYTE = 1_000_000;

it('reads a list of 100,000 values', () => {
  const values = Array.from({ length: MEGABYTE / 10 }, (_, place) => `'${String(place).padStart(7, '0')}'`);
  const query = `from Orders where Name in (${values.join(',')}) and Freight > $freight limit 5`;
  expect(query.length).toBeGreaterThan(MEGABYTE);
  expect(parameterNames(query)).toEqual(['freight']);
  expect(hasLimit(query)).toBe(true);
  expect(clauseWords(query).map(({ text }) => text)).toEqual(['from', 'where', 'limit']);
});

it('reads one literal and one comment of 1 MB, also without an end', () => {
  for (const text of [
    `from Orders where Name = '${'x'.repeat(MEGABYTE)}' limit 1`,
    `from Orders where Name = '${'x'.repeat(MEGABYTE)}`,
    `from Orders /* ${'x'.repeat(MEGABYTE)}`,
  ]) {
    expect(tokenize(text).at(-1)?.end).toBe(text.length);
    expect(parameterNames(text)).toEqual([]);
  }
});

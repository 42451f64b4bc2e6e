import { expect, test } from 'vitest';
import { problemInText } from './problem-in-text.ts';
import { withTimings } from '../../../ui/rql/index.ts';

test('a problem after the added timings is marked at its place in the typed text', () => {
  const text = 'from Orders\nwhere A = 1 limit many';
  const sent = withTimings(text);
  const line = sent.split('\n').findIndex((each) => each.includes('many'));
  const column = (sent.split('\n')[line]?.indexOf('many') ?? 0) + 1;
  const problem = { message: 'm', line: line + 1, column, endLine: line + 1, endColumn: column + 4 };
  expect(problemInText(problem, sent, text)).toEqual({
    message: 'm',
    line: 2,
    column: 19,
    endLine: 2,
    endColumn: 23,
  });
  expect(problemInText(problem, text, text)).toBe(problem);
  expect(problemInText(null, sent, text)).toBeNull();
});

import { expect, it } from 'vitest';
import { failuresAsCsv, failuresAsText, sortedFailures } from './failure-list.ts';

const failures = [
  { id: 'b/1', message: 'rare' },
  { id: 'a/2', message: 'line one\nline "two"' },
  { id: 'a/1', message: 'line one\nline "two"' },
];

it('lists the most frequent reason first', () => {
  expect(sortedFailures(failures).map(({ id }) => id)).toEqual(['a/1', 'a/2', 'b/1']);
});

it('writes one line per document', () => {
  expect(failuresAsText(failures.slice(0, 2))).toBe('b/1\trare\na/2\tline one line "two"');
});

it('writes CSV that no spreadsheet runs', () => {
  expect(failuresAsCsv([...failures.slice(1, 2), { id: '=1+1', message: 'x' }])).toBe(
    'Id,Reason\r\na/2,"line one\nline ""two"""\r\n\'=1+1,x\r\n',
  );
});

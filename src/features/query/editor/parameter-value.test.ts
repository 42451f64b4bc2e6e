import { expect, test } from 'vitest';
import { readParameter } from './parameter-value.ts';

test.each([
  ['10', 10, 'number'],
  ['"10"', '10', 'text'],
  ['companies/1-A', 'companies/1-A', 'text'],
  [' true ', true, 'true/false'],
  ['null', null, 'null'],
  ['[1, 2]', [1, 2], 'list'],
  ['{"a":1}', { a: 1 }, 'object'],
  ['2024-01-01', '2024-01-01', 'text'],
  ['""', '', 'text'],
])('parses %j as %j', (typed, value, kind) => {
  expect(readParameter(typed)).toEqual({ ok: true, value, kind });
});

test.each(['', '  ', '[1, 2', '{"a":', '"open', '12345678901234567890'])(
  'rejects %j with a reason',
  (typed) => {
    expect(readParameter(typed)).toMatchObject({ ok: false, problem: expect.stringMatching(/\w/) as string });
  },
);

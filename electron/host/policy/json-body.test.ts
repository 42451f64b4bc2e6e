import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readJsonBody } from './json-body.ts';

it('reads every JSON whose numbers a double holds', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const read = readJsonBody(JSON.stringify(value));
      // A double may be written with 17 digits; those are refused, never changed.
      if (read) expect(JSON.stringify(read.value)).toBe(JSON.stringify(value));
      else expect(JSON.stringify(value)).toMatch(/\d{2}/);
    }),
  );
});

it.each([
  '123456789012345',
  '-0.000000000000001',
  '1.5e3',
  '"12345678901234567890"',
  '{"a\\"1":[1,"\\\\",2]}',
])('reads %s', (text) => expect(readJsonBody(text)?.value).toEqual(JSON.parse(text)));

it.each([
  '1234567890123456',
  '9007199254740993',
  '1e999',
  '[0.12345678901234567]',
  '{"a":"\\\\","b":12345678901234567}',
  '"',
  '"\\"',
  '',
  '{',
])('does not read %s', (text) => expect(readJsonBody(text)).toBeUndefined());

it('reads a text of many megabytes', () => {
  const text = 'x'.repeat(30_000_000);
  expect(readJsonBody(JSON.stringify({ text, lines: '\n'.repeat(1_000_000) }))).toBeDefined();
});

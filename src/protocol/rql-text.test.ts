import { expect, it } from 'vitest';
import { rqlPath, rqlText } from './rql-text.ts';

it('escapes quotes and backslashes', () => {
  expect(rqlText(String.raw`O'Neil \ Sons`)).toBe(String.raw`'O\'Neil \\ Sons'`);
});

it.each([
  ['Name', 'Name'],
  ['Lines[].Product', 'Lines[].Product'],
  ['id()', 'id()'],
  ['Order', "'Order'"],
  ['order.Company', "'order'.Company"],
  ['Group[].Name', "'Group'[].Name"],
  ['Ship.Order', 'Ship.Order'],
  ['Orders', 'Orders'],
  ['NOT', "'NOT'"],
  ['Date of birth', "'Date of birth'"],
  ["a'b", String.raw`'a\'b'`],
  ['1st', "'1st'"],
])('writes the path %s as %s', (path, written) => {
  expect(rqlPath(path)).toBe(written);
});

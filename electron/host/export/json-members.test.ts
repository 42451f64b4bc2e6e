import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { membersOf } from './json-members.ts';

it('gives each member with the text of its value, for any object and white space', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
      fc.constantFrom(0, 1, '\t', ' \r\n'),
      (object, space) => {
        const members = membersOf(JSON.stringify(object, null, space));
        const read = Object.fromEntries(
          [...members].map(([name, text]) => [name, JSON.parse(text) as unknown]),
        );
        // Also when a name is __proto__.
        expect(Object.entries(read)).toEqual(Object.entries(JSON.parse(JSON.stringify(object)) as object));
      },
    ),
  );
});

it('keeps the digits of numbers', () => {
  expect(membersOf('{"a":12345678901234567890, "b": 1.50 ,"c":{"d":[1.0]}}')).toEqual(
    new Map([
      ['a', '12345678901234567890'],
      ['b', '1.50'],
      ['c', '{"d":[1.0]}'],
    ]),
  );
});

test.each(['', 'x', '[1]', '1', 'null', '{"a":1', '{"a":1}}', '<html>', '['.repeat(200_000)])(
  'refuses %.20s',
  (text) => {
    expect(() => membersOf(text)).toThrow(/A line of the answer/);
  },
);

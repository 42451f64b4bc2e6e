import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  includesTimings,
  hasLimit,
  offsetWithoutTimings,
  parameterNames,
  queriedCollection,
  withTimings,
} from './clauses.ts';
import { tokenize } from './tokens.ts';

test.each([
  ['from Orders where Company = $company and Freight > $min_1', ['company', 'min_1']],
  ['from X where A = $a or B = $a', ['a']],
  [`from X where A = '$no' and B = "$no" // $no\n/* $no */ and C = $yes`, ['yes']],
  ['from X where A = "it\\"s $no" and B = $b', ['b']],
  ['from X as x select { t: `${x.A} $no`, v: $v }', ['v']],
  ['from X where A = "unclosed $no', []],
  ['from X where A = $ and B = $1', []],
])('finds the parameters of %j', (text, names) => {
  expect(parameterNames(text)).toEqual(names);
});

test.each([
  ['from Orders', 'from Orders\ninclude timings()'],
  ['from Orders limit 5', 'from Orders\ninclude timings()\n limit 5'],
  ['from Orders\nlimit 5\n', 'from Orders\ninclude timings()\nlimit 5\n'],
  ['from Orders include Company limit 5', 'from Orders include timings(), Company limit 5'],
  [
    'from Orders as o select { limit: o.limit } ',
    'from Orders as o select { limit: o.limit }\ninclude timings() ',
  ],
  [
    'from Orders as o where o.limit = 1 offset 2',
    'from Orders as o where o.limit = 1\ninclude timings()\n offset 2',
  ],
  ['from Orders // all of them\n', 'from Orders\ninclude timings() // all of them\n'],
  [
    'from Orders filter Freight > 1 filter_limit 9',
    'from Orders filter Freight > 1\ninclude timings()\n filter_limit 9',
  ],
])('inserts timings at the right position: %j', (text, wanted) => {
  expect(withTimings(text)).toBe(wanted);
});

test('inserts timings once, also when the word occurs elsewhere', () => {
  expect(includesTimings('from X where A = "timings()"')).toBe(false);
  expect(includesTimings('from X // include timings()')).toBe(false);
  expect(includesTimings('from X INCLUDE Timings( )')).toBe(true);
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          'from X',
          ' where A = $a',
          ' limit 1',
          ' // c\n',
          " 'q'",
          ' select { a: 1 }',
          ' include B',
        ),
      ),
      (parts) => {
        const once = withTimings(parts.join(''));
        expect(withTimings(once)).toBe(once);
      },
    ),
  );
});

test.each([
  'from Orders where A = 1 limit x',
  'from Orders include Company limit x',
  'from Orders\nselect B\nlimit x',
])('maps positions in the sent text back: %j', (text) => {
  const sent = withTimings(text);
  for (const word of text.split(/\s+/))
    expect(offsetWithoutTimings(sent.lastIndexOf(word), sent, text)).toBe(text.lastIndexOf(word));
});

test('recognises limit only as a clause', () => {
  expect(hasLimit('from X LIMIT 3')).toBe(true);
  expect(hasLimit('from X where limit.x = 1 // limit 3')).toBe(false);
  expect(hasLimit('from X as x where x.limit = "limit 3"')).toBe(false);
});

test.each([
  ['from Orders where', 'Orders'],
  ["from 'My Orders' as o", 'My Orders'],
  ['declare function f(x) { return x } from Orders', 'Orders'],
  ['from index "A/B"', null],
  ['from @all_docs', null],
  ['', null],
])('reads the collection of %j as %j', (text, collection) => {
  expect(queriedCollection(text)).toBe(collection);
});

test('covers every character except white space with tokens, in order, for any text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60, unit: 'grapheme' }), (text) => {
      let at = 0;
      for (const token of tokenize(text)) {
        expect(text.slice(at, token.start).trim()).toBe('');
        expect(text.slice(token.start, token.end)).toBe(token.text);
        at = token.end;
      }
      expect(text.slice(at).trim()).toBe('');
    }),
  );
});

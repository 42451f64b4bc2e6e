import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fullName, placeOf } from '../../../ui/rql/index.ts';
import { formatBundle, formatQueryText, readBundle, readQueryText } from './saved-query-text.ts';

const name = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9 _-]{0,20}[A-Za-z]$/)
  .map((text) => text.replaceAll(/ +/g, ' '));
const query = fc
  .string({ unit: 'grapheme' })
  .map((text) => `from Orders ${text.replaceAll(/[\r\n]/g, ' ')}`)
  .map((text) => text.trim());
const saved = fc.record({
  name: fc.option(name),
  parameters: fc.dictionary(fc.stringMatching(/^[a-z]\w{0,8}$/), fc.string({ unit: 'binary' })),
  query,
});

it('reads back any query with its name and parameters', () => {
  fc.assert(
    fc.property(saved, (each) => {
      expect(readQueryText(formatQueryText(each))).toEqual({ ...each, parameters: { ...each.parameters } });
    }),
  );
});

it('reads back a file of several queries', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ name, parameters: fc.constant({}), query }), { minLength: 1 }),
      (all) => {
        expect(readBundle(formatBundle(all))).toEqual(all);
      },
    ),
  );
});

it('reads what a person writes', () => {
  expect(
    readQueryText(
      '\uFEFF// name: Late orders\r\n//$days=30\r\n// $who = Ann Lee\r\n// Only open ones.\r\nfrom Orders\r\n',
    ),
  ).toEqual({
    name: 'Late orders',
    parameters: { days: '30', who: 'Ann Lee' },
    query: '// Only open ones.\nfrom Orders',
  });
  expect(readQueryText('from Orders')).toEqual({ name: null, parameters: {}, query: 'from Orders' });
  expect(readBundle('  \n')).toEqual([]);
});

it('splits a name into folders', () => {
  expect(placeOf(' Sales / Open/Late ')).toEqual({ folder: 'Sales/Open', name: 'Late' });
  expect(placeOf('Late')).toEqual({ folder: '', name: 'Late' });
  expect(fullName({ folder: 'a/b', name: 'c' })).toBe('a/b/c');
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Masks } from './mask.ts';

/** A small generator with a seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const masks = () => new Masks(seeded(7));
const isAsciiPunctuation = (unit: string) => /^[^0-9A-Za-z]$/.test(unit) && unit <= '\x7F';
const anyString = fc.string({ unit: 'binary', maxLength: 40 });

describe('the mask of a string', () => {
  it('has the same length, keeps punctuation and is the same for the same value', () => {
    fc.assert(
      fc.property(fc.array(anyString, { maxLength: 20 }), fc.nat(), (values, seed) => {
        const all = new Masks(seeded(seed));
        const first = values.map((value) => all.ofString(value));
        expect(values.map((value) => all.ofString(value))).toEqual(first);
        for (const [place, value] of values.entries()) {
          const mask = first[place] ?? '';
          expect(mask).toHaveLength(value.length);
          for (let at = 0; at < value.length; at++)
            if (isAsciiPunctuation(value.charAt(at))) expect(mask[at]).toBe(value[at]);
            else expect(mask[at]).toMatch(/[0-9A-Za-z]/);
        }
      }),
    );
  });

  it('keeps the kind of characters', () => {
    expect(masks().ofString('Ada.Lovelace+1@example.com')).toMatch(
      /^[A-Z][a-z]{2}\.[A-Z][a-z]{7}\+\d@[a-z]{7}\.[a-z]{3}$/,
    );
    expect(masks().ofString('Ünal 😀')).toMatch(/^[A-Z][a-z]{3} [a-z]{2}$/);
  });

  it('differs for different values while there are enough masks', () => {
    const all = masks();
    const values = Array.from({ length: 2000 }, (_, at) => `customer ${String(at).padStart(4, '0')}`);
    const drawn = values.map((value) => all.ofString(value));
    expect(new Set(drawn).size).toBe(values.length);
    expect(drawn.filter((mask, at) => mask === values[at])).toEqual([]);
  });

  it.each(['2024-02-29', '2024-02-29T23:59:59.1234567Z', '1999-12-31T00:00:00', '2024-01-01T10:30+02:00'])(
    'of the date %s is a date of the same format',
    (value) => {
      for (let seed = 0; seed < 50; seed++) {
        const mask = new Masks(seeded(seed)).ofString(value);
        expect(mask.replace(/\d/g, '0').slice(0, 19)).toBe(value.replace(/\d/g, '0').slice(0, 19));
        expect(Number.isNaN(Date.parse(mask)), mask).toBe(false);
        if (value.includes('+')) expect(mask.endsWith('+02:00')).toBe(true);
      }
    },
  );

  it('of a time or a GUID has the same format', () => {
    for (let seed = 0; seed < 50; seed++) {
      const all = new Masks(seeded(seed));
      expect(all.ofString('08:15:30.5000000')).toMatch(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{7}$/);
      expect(all.ofString('0A8F3C00-1111-2222-3333-444455556666')).toMatch(
        /^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$/,
      );
    }
  });
});

describe('the mask of a number', () => {
  const digits = (maxLength: number) => fc.stringMatching(new RegExp(`^(0|[1-9]\\d{0,${maxLength}})$`));
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      digits(18),
      fc.option(fc.stringMatching(/^\d{1,6}$/)),
      fc.option(fc.constantFrom('e5', 'E-12', 'e+3')),
    )
    .map(
      ([sign, whole, part, exponent]) => `${sign}${whole}${part === null ? '' : `.${part}`}${exponent ?? ''}`,
    );

  it('is a number with the same sign, length and exponent', () => {
    fc.assert(
      fc.property(number, fc.nat(), (text, seed) => {
        const mask = new Masks(seeded(seed)).ofNumber(text);
        expect(mask).toHaveLength(text.length);
        expect(typeof JSON.parse(mask)).toBe('number');
        expect(mask.split(/e/i, 1)[0]?.replace(/\d/g, '0')).toBe(text.split(/e/i, 1)[0]?.replace(/\d/g, '0'));
        expect(mask.split(/e/i)[1]).toBe(text.split(/e/i)[1]);
        if (/^-?\d+$/.test(text)) expect(BigInt(mask) <= 2n ** 63n - 1n).toBe(true);
      }),
    );
  });

  it('is not confused with the mask of the same string', () => {
    const all = masks();
    const asNumber = all.ofNumber('1234567');
    all.ofString('1234567');
    expect(all.ofNumber('1234567')).toBe(asNumber);
  });
});

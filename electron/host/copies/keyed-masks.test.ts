import { expect, it } from 'vitest';
import { KeyedMasks } from './keyed-masks.ts';

const masks = (key: string) => new KeyedMasks(Buffer.from(key));

it('gives the same value the same mask for one key, and another mask for another key', () => {
  const value = 'Ada.Lovelace+1@example.com';
  const one = masks('one').ofString(value);
  expect(one).toMatch(/^[A-Z][a-z]{2}\.[A-Z][a-z]{7}\+\d@[a-z]{7}\.[a-z]{3}$/);
  expect(masks('one').ofString(value)).toBe(one);
  expect(masks('two').ofString(value)).not.toBe(one);
  expect(masks('one').ofNumber('-12.50')).toMatch(/^-\d\d\.\d\d$/);
});

it('differs for different values', () => {
  const all = masks('key');
  const values = Array.from({ length: 2000 }, (_, at) => `customer ${String(at).padStart(6, '0')}`);
  const drawn = values.map((value) => all.ofString(value));
  expect(new Set(drawn).size).toBe(values.length);
  expect(drawn.filter((mask, at) => mask === values[at])).toEqual([]);
});

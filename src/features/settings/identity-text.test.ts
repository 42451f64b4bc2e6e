import { describe, expect, it } from 'vitest';
import { findIdentity, identitiesCsv, identityChange } from './identity-text.ts';

const invoices = { name: 'invoices|', value: 10 };

describe('identityChange', () => {
  it('is empty without a change', () => {
    expect(identityChange('', invoices, 11).sentences).toEqual([]);
    expect(identityChange('', invoices, null).sentences).toEqual([]);
    expect(identityChange(' ', undefined, 4).sentences).toEqual([]);
  });

  it('counts skipped numbers', () => {
    expect(identityChange('', invoices, 20)).toEqual({
      lower: false,
      sentences: [
        'The next document saved with the id invoices| gets invoices/20 instead of invoices/11.',
        '9 numbers are skipped.',
      ],
    });
  });

  it('warns of ids that are given out twice', () => {
    const { lower, sentences } = identityChange('', invoices, 5);
    expect(lower).toBe(true);
    expect(sentences[1]).toBe(
      'Up to 6 ids are assigned a second time: saving such a document replaces the existing one.',
    );
  });

  it('describes a new identity', () => {
    expect(identityChange('orders', undefined, 1).sentences).toEqual([
      'Creates the identity orders|. The next document saved with the id orders| gets orders/1.',
    ]);
  });
});

it('finds an identity in any case, with or without its bar', () => {
  expect(findIdentity([invoices], ' Invoices ')).toBe(invoices);
  expect(findIdentity([invoices], 'invoices|')).toBe(invoices);
  expect(findIdentity([invoices], 'invoice')).toBeUndefined();
});

it('writes CSV', () => {
  expect(identitiesCsv([invoices, { name: 'a"b|', value: 0 }, { name: '=x|', value: 1 }])).toBe(
    'Name,Last value,Next value\r\ninvoices|,10,11\r\n"a""b|",0,1\r\n\'=x|,1,2\r\n',
  );
});

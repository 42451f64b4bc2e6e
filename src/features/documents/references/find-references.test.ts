import { describe, expect, it } from 'vitest';
import { referenceFields, referenceQuery } from './find-references.ts';

describe('fields that refer to a document', () => {
  it('are found at any depth, exact matches first', () => {
    const documents = [
      { Company: 'companies/2-A', Lines: [{ Product: 'products/1-A', Maker: 'companies/1-A' }] },
      { Company: 'Companies/3-A', Tags: ['companies/1-A', 'red', 'companies/'], Note: 'companies' },
      {
        'Ship To': 'companies/1-A',
        'Sold by': { Id: 'companies/1-A' },
        '@metadata': { '@id': 'companies/1-A' },
      },
    ];
    expect(referenceFields(documents, 'companies/1-A')).toEqual([
      { path: 'Lines[].Maker', alike: 1, exact: 1 },
      { path: 'Ship To', alike: 1, exact: 1 },
      { path: 'Tags[]', alike: 1, exact: 1 },
      { path: 'Company', alike: 2, exact: 0 },
    ]);
  });

  it('hold the exact value where the id has no prefix', () => {
    const documents = [{ Currency: 'EUR', Other: 'USD' }];
    expect(referenceFields(documents, 'EUR')).toEqual([{ path: 'Currency', alike: 1, exact: 1 }]);
  });

  it('have names in quotes where they are no plain names', () => {
    const documents = [{ Lines: [{ 'Made by': 'p/1', 'a.b': 'p/1' }], Box: { 'T t': ['p/1'] } }];
    const paths = referenceFields(documents, 'p/1').map(({ path }) => path);
    expect(paths).toEqual(['Box.T t[]', 'Lines[].Made by']);
    expect([...paths, 'Ship To'].map((path) => referenceQuery('Orders', path, 'p/1').split('\n')[1])).toEqual(
      ["where Box.'T t'[] = 'p/1'", "where Lines[].'Made by' = 'p/1'", "where 'Ship To' = 'p/1'"],
    );
  });

  it('become a query with quoted names', () => {
    expect(referenceQuery("It's", 'Lines[].Product', "p/'1\\")).toBe(
      "from 'It\\'s'\nwhere Lines[].Product = 'p/\\'1\\\\'",
    );
  });
});

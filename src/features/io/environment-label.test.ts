import { expect, it } from 'vitest';
import { environmentLabel } from './environment-label.ts';

it('names an index by its folder, on servers and in the sandbox, whose folders end in a checksum', () => {
  expect(environmentLabel('Index', '/data/Databases/shop/Indexes/Orders_Totals')).toBe('Index Orders_Totals');
  expect(environmentLabel('Index', 'D:\\Raven\\Databases\\shop\\Indexes\\Auto_Orders_ByCompany')).toBe(
    'Index Auto_Orders_ByCompany',
  );
  expect(environmentLabel('Index', '/home/a/databases/7/indexes/Orders_Totals-3f00c2d19ab4e671')).toBe(
    'Index Orders_Totals',
  );
  expect(environmentLabel('Documents', '/data/Databases/shop')).toBe('Documents');
});

import { expect, it } from 'vitest';
import { outputFields } from './output-fields.ts';

it('finds the members of returned objects', () => {
  const javascript =
    "map('Orders', o => {\n  const x = { no: 1 };\n  return { Company: f({ Not: 1 }), 'Total': o.A, Count };\n})";
  expect(outputFields([javascript])).toEqual(['Company', 'Total', 'Count']);
  expect(outputFields(["map('Orders', o => ({ A: o.B, _: createField('C', 1) }))"])).toEqual(['A']);
  expect(outputFields(['from o in docs.Orders select new { o.Company, Total = o.A == 1 ? 2 : 3 }'])).toEqual([
    'Company',
    'Total',
  ]);
});

it('finds none in a text without an object', () => {
  expect(outputFields(['', 'return {', "map('Orders', o => o)"])).toEqual([]);
});

import { expect, test } from 'vitest';
import { emptyField, type IndexForm } from './index-form.ts';
import { mergeIndexes } from './merge-indexes.ts';
import { emptyForm } from './templates.ts';

const form = (name: string, map: string, part: Partial<IndexForm> = {}): IndexForm => ({
  ...{ ...emptyForm, name, maps: [map] },
  ...part,
});
const search = { ...emptyField, name: 'Name', indexing: 'Search' };

test('writes one JavaScript map with the members of all, each once', () => {
  const merged = mergeIndexes([
    form('A', "map('Orders', o => ({ Company: o.Company, Total: o.Lines.length }))", { priority: 'High' }),
    form('B', "map('Orders', order => ({ Company: order.Company, Name: order.o.Name }));", {
      fields: [search],
    }),
  ]);
  expect(merged.name).toBe('Orders/ByCompanyAndTotalAndName');
  expect(merged.maps).toEqual([
    "map('Orders', o => ({\n    Company: o.Company,\n    Total: o.Lines.length,\n    Name: o.o.Name,\n}));\n",
  ]);
  expect(merged).toMatchObject({ fields: [search], priority: 'High' });
});

test('writes one C# map', () => {
  const merged = mergeIndexes([
    form('A', 'from o in docs.Orders select new { o.Company }'),
    form('B', 'from x in docs.Orders\nselect new { Net = x.Total - x.Tax }'),
  ]);
  expect(merged.maps).toEqual([
    'from o in docs.Orders\nselect new\n{\n    Company = o.Company,\n    Net = o.Total - o.Tax\n}\n',
  ]);
});

test.each([
  ['another value of a field', 'from x in docs.Orders select new { Company = x.Name }', /different values/],
  ['another collection', 'from x in docs.Companies select new { x.Name }', /does not map Orders/],
  ['a condition', 'from x in docs.Orders where x.A select new { x.B }', /no longer a plain map/],
])('refuses %s', (_what, map, message) => {
  const first = form('A', 'from o in docs.Orders select new { o.Company }');
  expect(() => mergeIndexes([first, form('B', map)])).toThrow(message);
});

import { expect, test } from 'vitest';
import { mapLoads } from './index-loads.ts';

const company = { collection: 'Companies', path: 'Company' };

test.each([
  [`map('Orders', o => ({ Company: o.Company, Name: load(o.Company, 'Companies').Name }))`, 'Company'],
  [`map("Orders", (o) => { const c = load(o.Company, "Companies"); return { Firm: o.Company }; })`, 'Firm'],
  [`map('Orders', function (o) { return { Name: load(o.Company, 'Companies').Name }; })`, undefined],
  [
    `from o in docs.Orders let c = LoadDocument(o.Company, "Companies") select new { Name = c.Name, o.Company }`,
    'Company',
  ],
  [
    `from o in docs.Orders let c = LoadDocument<Company>(o.Company, "Companies") select new { Who = o.Company }`,
    'Who',
  ],
])('finds the loaded collection, the path of the id and the field with it in %s', (map, field) => {
  const { source, loads, fields } = mapLoads(map);
  expect(source).toBe('Orders');
  expect(loads).toEqual([company]);
  expect(fields.get('Company')).toBe(field);
});

test('recognises no path in a computed id, and no collection in a computed name', () => {
  const { loads } = mapLoads(
    "map('Orders', o => ({ A: load(o.Lines.map(l => l.Product), 'Products'), B: load(x.Id, name), C: load(o.Company) }))",
  );
  expect(loads).toEqual([
    { collection: null, path: null },
    { collection: null, path: 'Company' },
    { collection: null, path: null },
  ]);
});

test('finds several loads, and a nested path', () => {
  const { loads } = mapLoads(
    "map('Employees', e => ({ Boss: load(e.ReportsTo, 'Employees').Name, City: load(e.Home.City, 'Cities').Name }))",
  );
  expect(loads).toEqual([
    { collection: 'Employees', path: 'ReportsTo' },
    { collection: 'Cities', path: 'Home.City' },
  ]);
});

test('takes a member without a name as a field, but no argument of a call', () => {
  const { fields } = mapLoads(
    'from o in docs.Orders select new { o.Company, Sum = f(o.A, o.B, 1), o.ShipTo.City }',
  );
  expect([...fields]).toEqual([
    ['Company', 'Company'],
    ['ShipTo.City', 'City'],
  ]);
});

test('takes no part of a conditional expression as a field', () => {
  const { fields } = mapLoads("map('Orders', o => ({ A: o.Ok ? b : o.Company, C: o.Company }))");
  expect([...fields]).toEqual([['Company', 'C']]);
});

test('does not examine a very long map', () => {
  expect(mapLoads(`map('Orders', o => ({ A: 1 }))${' '.repeat(20_000)}`).loads).toEqual([
    { collection: null, path: null },
  ]);
});

test('finds nothing in a map without loads or in text that is not a map', () => {
  expect(mapLoads('from o in docs select new { o.Name }')).toMatchObject({ source: null, loads: [] });
  expect(mapLoads('Orders:[<Name:Freight>]')).toMatchObject({ source: null, loads: [] });
});

import { expect, it } from 'vitest';
import { unknownFields } from './field-check.ts';

const known = ['Company', 'Freight', 'ShipTo', 'ShipTo.City', 'ShipTo.Country', 'Lines', 'Lines.Quantity'];
const paths = (text: string): string[] => unknownFields(text, known).map((each) => each.path);

it('names the nearest known field', () => {
  const text = "from Orders where ShipTo.Cty = 'Oslo'";
  expect(unknownFields(text, known)).toEqual([
    { path: 'ShipTo.Cty', nearest: 'ShipTo.City', start: 18, end: 28 },
  ]);
  expect(unknownFields('from Orders where freigt > 1', known)[0]?.nearest).toBe('Freight');
  expect(unknownFields('from Orders where Zebra > 1', known)[0]?.nearest).toBeNull();
});

it.each([
  ["from Orders where Company = 'companies/1-A' and Lines.Quantity > 2 order by Freight as double desc"],
  ["from Orders as o where o.ShipTo.City = 'x' order by o.Freight"],
  ["from Orders o where startsWith(o.Company, 'x')"],
  ['from Orders where exists(Nothing) and Lines[].Quantity > 1'],
  ['from Orders where id() = $p and Company = $Zip and Company in ("a", "b")'],
  ["from Orders where @metadata.'@last-modified' > 'x' and Company between 1 and 2 or not Company = null"],
  ['from Orders group by Company order by count() select key(), count()'],
  ['from Orders where Lines.Length > 1 // where Zebra = 1'],
  ['from Orders select Zebra'],
])('accepts %s', (text) => {
  expect(paths(text)).toEqual([]);
});

it('finds fields inside of functions and in the order', () => {
  expect(paths("from Orders where search(Compny, 'x') order by Fraight")).toEqual(['Compny', 'Fraight']);
});

it('judges nothing without a sample', () => {
  expect(unknownFields('from Orders where Zebra = 1', [])).toEqual([]);
});

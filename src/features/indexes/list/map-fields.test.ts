import { describe, expect, it } from 'vitest';
import { fieldNames, mapFields } from './map-fields.ts';

function read(map: string) {
  const found = mapFields(map);
  return found && { collection: found.collection, fields: Object.fromEntries(found.fields) };
}

describe('mapFields', () => {
  it('reads simple C#, without regard to the name of the variable and white space', () => {
    const expected = {
      collection: 'Orders',
      fields: { Company: '_.Company', Total: '_.Lines.Sum(l=>l.Price*(1-l.Discount))' },
    };
    expect(
      read(
        'from o in docs.Orders\r\nselect new {\r\n o.Company,\r\n Total = o.Lines.Sum(l => l.Price * (1 - l.Discount)) }',
      ),
    ).toEqual(expected);
    expect(
      read(
        'from order in docs.Orders select new { order.Company, Total = order.Lines.Sum(l=>l.Price*(1-l.Discount)), };',
      ),
    ).toEqual(expected);
  });

  it('reads maps over all documents, and nested paths by their last part', () => {
    expect(read('from d in docs select new { d.Address.City }')).toEqual({
      collection: '@all_docs',
      fields: { City: '_.Address.City' },
    });
  });

  it('reads simple JavaScript', () => {
    expect(read("map('Orders', (o) => ({ Company: o.Company, 'Text': [o.A, o.B].join(', ') }))")).toEqual({
      collection: 'Orders',
      fields: { Company: '_.Company', Text: "[_.A,_.B].join(',')" },
    });
  });

  it('reads the fields of automatic indexes', () => {
    expect(read('Orders:[<Name:Freight>,<Name:Company>]')).toEqual({
      collection: 'Orders',
      fields: { Freight: '_.Freight', Company: '_.Company' },
    });
    expect(read('Orders:[Name:Freight,Name:ShipTo.City]')?.fields).toEqual({
      Freight: '_.Freight',
      'ShipTo.City': '_.ShipTo.City',
    });
  });

  it('returns null for what it cannot compare', () => {
    for (const map of [
      'from o in docs.Orders where o.Freight > 10 select new { o.Company }',
      'from o in docs.Orders from l in o.Lines select new { l.Product }',
      'docs.Orders.Select(o => new { o.Company })',
      "map('Orders', o => { if (o.A) return { A: 1 }; })",
      'from o in docs.Orders select new { Bad = (o.A }',
      'from o in docs.Orders select new { o }',
      '',
    ])
      expect(mapFields(map), map).toBeNull();
  });
});

it('fieldNames lists the fields of all maps once', () => {
  expect(
    fieldNames([
      'from o in docs.Orders select new { N = o.Company }',
      'from c in docs.Companies select new { N = c.Name, c.Fax }',
      'something else',
    ]),
  ).toEqual(['N', 'Fax']);
});

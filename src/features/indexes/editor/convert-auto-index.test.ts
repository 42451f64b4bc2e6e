import { describe, expect, it } from 'vitest';
import { convertAutoIndex } from './convert-auto-index.ts';

const options = { Indexing: 'Default', Storage: 'No' };

describe('converting an automatic index', () => {
  it('maps its fields, and turns search and exact into options', () => {
    const form = convertAutoIndex({
      Name: 'Auto/Orders/ByFreightAndSearch(Company)',
      Type: 'AutoMap',
      Maps: ['Orders:[<Name:Freight>;<Name:Company>]'],
      Reduce: null,
      Fields: {
        Freight: options,
        Company: options,
        'search(Company)': { Indexing: 'Search' },
        'ShipTo.City': options,
      },
    });
    expect(form.name).toBe('Index/Orders/ByFreightAndSearch(Company)');
    expect(form.maps).toEqual([
      "map('Orders', document => ({\n    Freight: document.Freight,\n    Company: document.Company,\n" +
        '    Company_Search: document.Company,\n    ShipTo_City: document.ShipTo.City,\n}));\n',
    ]);
    expect(form.fields.map(({ name, indexing }) => [name, indexing])).toEqual([['Company_Search', 'Search']]);
    expect(form.reduce).toBe('');
  });

  it('reads members of lists, ids, odd names and places', () => {
    const form = convertAutoIndex({
      Name: 'Auto/X',
      Maps: ['@all_docs:[Name:a]'],
      Fields: {
        'Lines[].Name': options,
        'A[].B[].C': options,
        'id()': options,
        'odd name': options,
        'spatial.point(Lat, Lng)': { Spatial: { Type: 'Geography' } },
      },
    });
    expect(form.maps[0]).toContain("map('@all_docs', document");
    expect(form.maps[0]).toContain('Lines_Name: document.Lines.map(item => item.Name),');
    expect(form.maps[0]).toContain('A_B_C: document.A.flatMap(item => item.B.map(item2 => item2.C)),');
    expect(form.maps[0]).toContain('id: id(document),');
    expect(form.maps[0]).toContain('"odd name": document["odd name"],');
    expect(form.maps[0]).toContain('Place_Lat_Lng: createSpatialField(document.Lat, document.Lng),');
    expect(form.fields).toMatchObject([{ name: 'Place_Lat_Lng', spatial: { type: 'Geography' } }]);
  });

  it('turns sums and counts of groups into a reduce', () => {
    const form = convertAutoIndex({
      Name: 'Auto/Orders/ByCountAndFreightReducedByCompany',
      Maps: ['Orders:[<Name:Count#Operation:Count>;<Name:Freight#Operation:Sum>]'],
      Reduce: 'Orders:[<Name:Company>]',
      Fields: { Count: options, Freight: options, Company: options },
    });
    expect(form.maps[0]).toContain(
      '    Count: 1,\n    Freight: document.Freight,\n    Company: document.Company,\n',
    );
    expect(form.reduce).toBe(
      'groupBy(entry => entry.Company)\n    .aggregate(group => ({\n        Company: group.key,\n' +
        '        Count: group.values.reduce((sum, entry) => sum + entry.Count, 0),\n' +
        '        Freight: group.values.reduce((sum, entry) => sum + entry.Freight, 0),\n    }));\n',
    );
  });

  it('groups by several keys', () => {
    const form = convertAutoIndex({
      Maps: ['Orders:[<Name:Count#Operation:Count>]'],
      Reduce: 'Orders:[<Name:Company>;<Name:ShipTo.City>]',
      Fields: { Count: options, Company: options, 'ShipTo.City': options },
    });
    expect(form.reduce).toContain(
      'groupBy(entry => ({ Company: entry.Company, ShipTo_City: entry.ShipTo_City }))',
    );
    expect(form.reduce).toContain('ShipTo_City: group.key.ShipTo_City,');
  });
});

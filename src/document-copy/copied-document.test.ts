import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copiedDocument, readFieldList, type SourceDocument } from './copied-document.ts';
import { Masks } from './mask.ts';

const masks = () => {
  let state = 1;
  return new Masks((below) => (state = (state * 48_271) % 2_147_483_647) % below);
};
const stored = (text: string, id = 'orders/1-A'): SourceDocument => ({ id, text });
const copied = (text: string, fields: readonly string[] = []) =>
  copiedDocument(stored(text), fields, masks());

describe('a copied document', () => {
  it('keeps the text of the server except for its metadata', () => {
    const { text } = copied(
      '{ "N": 12345678901234567890, "P": 1.50, "@metadata": {"@collection":"Orders","@id":"orders/1-A","@change-vector":"A:1","@flags":"HasAttachments","@attachments":[{"Name":"a"}],"Raven-Clr-Type":"X","@expires":"2030-01-01T00:00:00Z"} }',
    );
    expect(text).toBe(
      '{ "N": 12345678901234567890, "P": 1.50, "@metadata": {"@collection":"Orders","Raven-Clr-Type":"X","@expires":"2030-01-01T00:00:00Z"} }',
    );
  });

  it('keeps metadata of client libraries', () => {
    const { text } = copied(
      '{"At":"x","@metadata":{"@nested-object-types":{"At":"date"},"@attachments":[],"@flags":"HasAttachments"}}',
    );
    expect(text).toBe('{"At":"x","@metadata":{"@nested-object-types":{"At":"date"}}}');
  });

  it('without a collection is written without one', () => {
    expect(copied('{"@metadata":{"@collection":"@empty","@id":"x"}}').text).toBe('{"@metadata":{}}');
  });

  it('has masks in the fields of the list, also in arrays and below objects', () => {
    const { text, masked } = copied(
      '{"Email":"ada@x.org","Lines":[{"Name":"Tea","Price":12.50},{"Name":"Tea","Price":9}],"ShipTo":{"City":"Paris","Zip":75001,"Ok":true,"None":null},"Name":"kept"}',
      ['Email', 'Lines.Name', 'Lines.Price', 'ShipTo', 'Nope', 'Name.First'],
    );
    expect(text).toMatch(
      /^\{"Email":"[a-z]{3}@[a-z]\.[a-z]{3}","Lines":\[\{"Name":"([A-Z][a-z]{2})","Price":\d\d\.\d\d\},\{"Name":"\1","Price":\d\}\],"ShipTo":\{"City":"[A-Z][a-z]{4}","Zip":\d{5},"Ok":true,"None":null\},"Name":"kept"\}$/,
    );
    for (const value of ['ada@', 'Tea', '12.50', 'Paris', '75001']) expect(text).not.toContain(value);
    expect([...masked].sort()).toEqual(['Email', 'Lines.Name', 'Lines.Price', 'ShipTo']);
  });

  it('masks fields whose names contain dots or escapes', () => {
    const { text, masked } = copied('{"a.b":"secret","c":{"d.e":"secret"},"f\\u0067":"secret"}', [
      'a.b',
      'c.d.e',
      'fg',
    ]);
    expect(text).not.toContain('secret');
    expect(masked.size).toBe(3);
  });

  it('refers to ids outside of metadata and of masked fields', () => {
    const { references } = copied(
      '{"Company":"companies/1-A","Manager":"employees/2-A","Lines":[{"Product":"products/3-A"}],"ids/1":"no id","@metadata":{"@id":"orders/1-A","Source":"imports/9-A"}}',
      ['Manager'],
    );
    expect(references).toEqual(['companies/1-A', 'products/3-A']);
  });

  it('has the same structure and the same values outside of masked fields', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (members) => {
        const rest = Object.fromEntries(
          Object.entries(members).filter(([name]) => !['@metadata', '__proto__', 'Secret'].includes(name)),
        );
        const text = JSON.stringify({ ...rest, Secret: ['a1', { deep: 'b2' }] });
        const parsed = JSON.parse(copied(text, ['Secret']).text) as Record<string, unknown>;
        const { Secret, ...others } = parsed;
        expect(others).toEqual(JSON.parse(JSON.stringify(rest)));
        expect(JSON.stringify(Secret)).toMatch(/^\["[a-z]\d",\{"deep":"[a-z]\d"\}\]$/);
      }),
    );
  });
});

it('reads a list of fields', () => {
  expect(readFieldList(' Email , ShipTo.City,\nEmail,, ')).toEqual(['Email', 'ShipTo.City']);
  expect(readFieldList('')).toEqual([]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeChanges } from './merge-changes.ts';

const json = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

it('takes the changes of both versions, with additions and removals', () => {
  const merged = mergeChanges(
    '{"Name":"a","City":"b","Old":1,"Gone":2}',
    '{"Name":"A","City":"b","Gone":2,"Theirs":[1]}',
    '{"Name":"a","City":"B","Old":1,"Mine":{}}',
  );
  expect(json(merged)).toEqual({ Name: 'A', City: 'B', Theirs: [1], Mine: {} });
});

it('merges inside of objects that both change', () => {
  const merged = mergeChanges(
    '{"ShipTo":{"City":"a","Zip":"1"},"@metadata":{"@collection":"Orders"}}',
    '{"ShipTo":{"City":"A","Zip":"1"},"@metadata":{"@collection":"Orders"}}',
    '{"ShipTo":{"City":"a","Zip":"2"},"@metadata":{"@collection":"Orders","@expires":"x"}}',
  );
  expect(json(merged)).toEqual({
    ShipTo: { City: 'A', Zip: '2' },
    '@metadata': { '@collection': 'Orders', '@expires': 'x' },
  });
});

it('keeps the text of numbers and strings', () => {
  const merged = mergeChanges(
    '{"A":1,"B":1}',
    '{"A":12345678901234567890,"B":1}',
    '{"A":1,"B":1.50,"C":"a\\u0041\\nb"}',
  );
  expect(merged).toBe('{\n    "A": 12345678901234567890,\n    "B": 1.50,\n    "C": "a\\u0041\\nb"\n}');
});

it('takes the same change of both once, and ignores layout', () => {
  expect(json(mergeChanges('{"A":1,"B":1}', '{"A":2,"B":1}', '{ "A": 2,\n "B": 3 }'))).toEqual({
    A: 2,
    B: 3,
  });
});

it.each([
  ['the same property in two ways', '{"A":1}', '{"A":2}', '{"A":3}'],
  ['a removal and a change', '{"A":1}', '{}', '{"A":3}'],
  ['two additions of one name', '{}', '{"A":2}', '{"A":3}'],
  ['an array in two ways', '{"A":[1]}', '{"A":[1,2]}', '{"A":[0,1]}'],
  ['a property named twice', '{"A":{"B":1}}', '{"A":{"B":1,"B":2}}', '{"A":{"B":1,"C":1}}'],
  ['a text that is not JSON', '{"A":1}', '{"A":2}', '{"A":'],
])('merges nothing with %s', (_, base, theirs, mine) => {
  expect(mergeChanges(base, theirs, mine)).toBeUndefined();
});

describe('any three versions', () => {
  const key = fc.constantFrom('A', 'b.c', '"quoted"', 'Größe', '@metadata');
  const leaf = fc.oneof(
    fc.integer(),
    fc.string(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.integer(), { maxLength: 3 }),
  );
  const version = fc.dictionary(key, fc.oneof(leaf, fc.dictionary(key, leaf, { maxKeys: 3 })), {
    maxKeys: 4,
  });
  const indent = fc.constantFrom(0, 4);
  const merge = (base: object, theirs: object, mine: object, space = 0): unknown => {
    const merged = mergeChanges(
      JSON.stringify(base),
      JSON.stringify(theirs, null, space),
      JSON.stringify(mine, null, space),
    );
    return merged === undefined ? undefined : (JSON.parse(merged) as unknown);
  };

  it('keep the only change, whoever made it', () => {
    fc.assert(
      fc.property(version, version, indent, (base, changed, space) => {
        expect(merge(base, base, changed, space)).toEqual(changed);
        expect(merge(base, changed, base, space)).toEqual(changed);
        expect(merge(base, changed, changed, space)).toEqual(changed);
      }),
    );
  });

  it('keep both changes of different properties', () => {
    fc.assert(
      fc.property(version, leaf, leaf, (base, theirs, mine) => {
        expect(merge(base, { ...base, Theirs: theirs }, { ...base, Mine: mine })).toEqual({
          ...base,
          Theirs: theirs,
          Mine: mine,
        });
      }),
    );
  });

  it('conflict or merge to the same content from both sides', () => {
    fc.assert(
      fc.property(version, version, version, (base, theirs, mine) => {
        expect(merge(base, theirs, mine)).toEqual(merge(base, mine, theirs));
      }),
    );
  });

  it('are refused without an error where a text is no document', () => {
    fc.assert(
      fc.property(fc.string(), fc.json(), fc.nat(30), (text, json, cut) => {
        for (const broken of [text, json, json.slice(0, cut), `{"a":${json.slice(0, cut)}`])
          expect(() => mergeChanges('{"a":1}', broken, '{"a":2}')).not.toThrow();
      }),
    );
  });
});

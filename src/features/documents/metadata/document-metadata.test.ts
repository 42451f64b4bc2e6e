import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeMetadata,
  collectionChange,
  collectionInText,
  listedProperties,
  metadataInText,
  nameProblem,
  type MetadataProperty,
} from './document-metadata.ts';

const TEXT = `{
    "n": 1.50,
    "@metadata": {
        "@collection": "Orders",
        "my-tag" :  "caf\\u00e9",
        "@expires": "2030-01-01T00:00:00.0000000Z",
        "long": 12345678901234567890
    }
}`;

function propertiesOf(text: string): readonly MetadataProperty[] {
  const read = metadataInText(text);
  if (read.kind !== 'readable') throw new Error(read.reason);
  return read.properties;
}

describe('metadataInText', () => {
  it('reads values as they are in the text, and lists those without a form of their own', () => {
    expect(listedProperties(propertiesOf(TEXT))).toEqual([
      { name: 'my-tag', json: '"caf\\u00e9"', repeated: false },
      { name: 'long', json: '12345678901234567890', repeated: false },
    ]);
    expect(propertiesOf('{"a":1}')).toEqual([]);
    expect(propertiesOf('{"@metadata":null}')).toEqual([]);
  });

  it('marks each of two properties with the same name', () => {
    expect(propertiesOf('{"@metadata":{"a":1,"b":2,"\\u0061":3}}').map((each) => each.repeated)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('gives the reason where there is nothing to edit', () => {
    for (const [text, reason] of [
      [null, /valid JSON/],
      ['[1]', /the text is a JSON object/],
      ['{"@metadata":5}', /@metadata is a JSON object/],
    ] as const)
      expect(metadataInText(text)).toMatchObject({
        kind: 'unreadable',
        reason: expect.stringMatching(reason) as string,
      });
  });
});

describe('changeMetadata', () => {
  it('renames a property at its place and keeps the text of its value', () => {
    expect(changeMetadata(TEXT, [{ kind: 'rename', name: 'my-tag', to: 'a "b"' }])).toBe(
      TEXT.replace('"my-tag"', '"a \\"b\\""'),
    );
  });

  it('sets a value over several lines in the layout of the text, after a rename', () => {
    expect(
      changeMetadata(TEXT, [
        { kind: 'rename', name: 'long', to: 'list' },
        { kind: 'set', name: 'list', json: '[\n    1\n]' },
      ]),
    ).toBe(TEXT.replace('"long": 12345678901234567890', '"list": [\n            1\n        ]'));
  });

  it('removes a property, and nothing of that name in the content', () => {
    const text = '{"tag":1,"@metadata":{"tag":2,"b":3}}';
    expect(changeMetadata(text, [{ kind: 'remove', name: 'tag' }])).toBe('{"tag":1,"@metadata":{"b":3}}');
    expect(changeMetadata('{"tag":1}', [{ kind: 'rename', name: 'tag', to: 'x' }])).toBe('{"tag":1}');
  });

  it('leaves an invalid text alone', () => {
    expect(changeMetadata('{"a":', [{ kind: 'set', name: 'b', json: '1' }])).toBe('{"a":');
  });

  it('changes one property and nothing else, in any metadata', () => {
    const metadata = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { minKeys: 1 });
    fc.assert(
      fc.property(
        metadata,
        fc.nat(),
        fc.string(),
        fc.constantFrom(undefined, 2, 4),
        (all, at, to, indent) => {
          const names = Object.keys(all);
          const name = names[at % names.length] ?? '';
          fc.pre(!names.includes(to) && to !== '__proto__' && to !== '@metadata');
          const text = JSON.stringify({ [to]: 1, '@metadata': all }, null, indent);
          const renamed = JSON.parse(changeMetadata(text, [{ kind: 'rename', name, to }])) as object;
          // Through its text, which has no -0.
          const read = JSON.parse(JSON.stringify(all)) as object;
          const expected = Object.entries(read).map(([key, value]) => [
            key === name ? to : key,
            value as unknown,
          ]);
          expect(renamed).toEqual({ [to]: 1, '@metadata': Object.fromEntries(expected) as unknown });
        },
      ),
    );
  });

  it('changes the metadata of a large text without its layout', () => {
    const filler = 'x'.repeat(5_000_000);
    const text = `{"tag":0,"Text":"${filler}","@metadata":{"tag": 1}}`;
    expect(
      changeMetadata(text, [
        { kind: 'rename', name: 'tag', to: 'label' },
        { kind: 'set', name: 'label', json: '"y"' },
      ]),
    ).toBe(`{"tag":0,"Text":"${filler}","@metadata":{"label": "y"}}`);
  });
});

describe('the collection', () => {
  it('is a name, none, or a value that is not a name', () => {
    const read = (text: string) => collectionInText(propertiesOf(text));
    expect(read(TEXT)).toEqual({ kind: 'name', name: 'Orders' });
    for (const json of ['null', '""', '"@empty"'])
      expect(read(`{"@metadata":{"@collection":${json}}}`)).toEqual({ kind: 'none' });
    expect(read('{}')).toEqual({ kind: 'none' });
    expect(read('{"@metadata":{"@collection":[5]}}')).toEqual({ kind: 'odd', json: '[5]' });
  });

  it('is removed from the text by an empty name', () => {
    expect(changeMetadata('{"@metadata":{"@collection":"A"}}', [collectionChange('')])).toBe(
      '{"@metadata":{}}',
    );
    expect(changeMetadata('{"@metadata":{"@collection":"A"}}', [collectionChange('B "C"')])).toBe(
      '{"@metadata":{"@collection":"B \\"C\\""}}',
    );
  });
});

describe('nameProblem', () => {
  it('refuses no name, names of the server and of other forms, and a name twice', () => {
    expect(nameProblem('  ', [])).toBe('A property needs a name.');
    expect(nameProblem('@Change-Vector', [])).toBe('The server sets @change-vector. Use another name.');
    expect(nameProblem('@collection', [])).toContain('its own place');
    expect(nameProblem('@expires', [])).toContain('with the dates');
    expect(nameProblem('tag', ['tag'])).toContain('has tag already');
    expect(nameProblem('Tag', ['tag'])).toBeUndefined();
    expect(nameProblem('Raven-Clr-Type', ['tag'])).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  metadataText,
  newDocumentText,
  readMetadataMember,
  toEditableText,
  writeMetadataMember,
} from './editable-text.ts';

const AT = '@archive-at';

describe('toEditableText', () => {
  it('leaves out server metadata, keeps user metadata and every digit', () => {
    const stored =
      '{"n":12345678901234567890,"@metadata":{"@collection":"Xs","@change-vector":"A:1","@id":"x/1","@flags":"Archived","@archived":true,"@expires":"2030-01-01T00:00:00.0000000Z","Raven-Node-Type":"X","@last-modified":"…"}}';
    expect(toEditableText(stored)).toBe(`{
    "n": 12345678901234567890,
    "@metadata": {
        "@collection": "Xs",
        "@expires": "2030-01-01T00:00:00.0000000Z",
        "Raven-Node-Type": "X"
    }
}`);
  });
});

describe('newDocumentText', () => {
  it('names the requested collection', () => {
    expect(readMetadataMember(newDocumentText('Orders'), '@collection')).toEqual({
      kind: 'text',
      value: 'Orders',
    });
    expect(readMetadataMember(newDocumentText(undefined), '@collection')).toEqual({ kind: 'absent' });
  });
});

describe('writeMetadataMember', () => {
  it('inserts next to the others, in the same format', () => {
    expect(writeMetadataMember('{\n    "@metadata": {\n        "@collection": "Xs"\n    }\n}', AT, 'T')).toBe(
      '{\n    "@metadata": {\n        "@collection": "Xs",\n        "@archive-at": "T"\n    }\n}',
    );
    expect(writeMetadataMember('{"a":1,"@metadata":{"@collection":"Xs"}}', AT, 'T')).toBe(
      '{"a":1,"@metadata":{"@collection":"Xs", "@archive-at": "T"}}',
    );
  });

  it('adds the metadata if it is missing', () => {
    expect(writeMetadataMember('{}', AT, 'T')).toBe(
      '{\n    "@metadata": {\n        "@archive-at": "T"\n    }\n}',
    );
    expect(writeMetadataMember('{\n    "a": 1\n}', AT, 'T')).toBe(
      '{\n    "a": 1,\n    "@metadata": {\n        "@archive-at": "T"\n    }\n}',
    );
    expect(writeMetadataMember('{"@metadata":{}}', AT, 'T')).toBe(
      '{"@metadata":{\n        "@archive-at": "T"\n    }}',
    );
  });

  it('changes the value only', () => {
    expect(writeMetadataMember('{ "@metadata" : { "@archive-at" :  "old" , "b":1} }', AT, 'new')).toBe(
      '{ "@metadata" : { "@archive-at" :  "new" , "b":1} }',
    );
  });

  it('removes a member at any position and leaves valid JSON', () => {
    for (const text of [
      '{"@metadata":{"@archive-at":"T"}}',
      '{"@metadata":{"@archive-at":"T","b":1}}',
      '{"@metadata":{"b":1,"@archive-at":"T"}}',
      '{"@metadata":{"b":1,\n"@archive-at":"T"\n,"c":2}}',
    ]) {
      const without = writeMetadataMember(text, AT, null);
      expect(JSON.parse(without)).not.toHaveProperty(['@metadata', AT]);
      expect(readMetadataMember(without, AT)).toEqual({ kind: 'absent' });
    }
    expect(writeMetadataMember('{"a":1}', AT, null)).toBe('{"a":1}');
  });

  it('round-trips a value and changes nothing else, in any document', () => {
    const document = fc.tuple(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
      fc.option(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }))),
      fc.constantFrom(undefined, 2, 4),
    );
    fc.assert(
      fc.property(document, fc.string(), ([body, metadata, indent], value) => {
        const whole = metadata ? { ...body, '@metadata': metadata } : body;
        const text = JSON.stringify(whole, null, indent);
        const written = writeMetadataMember(text, AT, value);
        expect(readMetadataMember(written, AT)).toEqual({ kind: 'text', value });
        const expected = JSON.parse(text) as Record<string, unknown>;
        const kept = expected['@metadata'];
        expected['@metadata'] = { ...(typeof kept === 'object' ? kept : {}), [AT]: value };
        expect(JSON.parse(written)).toEqual(expected);
      }),
    );
  });
});

describe('a large document', () => {
  const filler = 'x'.repeat(5_000_000);
  const stored = `{"n":1.50,"Text":"${filler}","@metadata":{"@collection":"Xs","@id":"x/1","@expires":"2030"}}`;

  it('keeps its layout, and loses only the metadata of the server', () => {
    const text = toEditableText(stored);
    expect(text.startsWith('{"n":1.50,"Text":"xxx')).toBe(true);
    expect(JSON.parse(text)).toEqual({
      n: 1.5,
      Text: filler,
      '@metadata': { '@collection': 'Xs', '@expires': '2030' },
    });
  });

  it('has its metadata read and changed without the rest', () => {
    const changed = writeMetadataMember(stored, AT, 'T');
    expect(changed.length).toBe(stored.length + ', "@archive-at": "T"'.length);
    expect(readMetadataMember(metadataText(changed) ?? '', AT)).toEqual({ kind: 'text', value: 'T' });
    expect(metadataText(stored.slice(0, -5))).toBeNull();
    expect(metadataText(`{"Text":"${filler}"}`)).toBe('{}');
  });
});

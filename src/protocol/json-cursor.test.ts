import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMember, JsonCursor } from './json-cursor.ts';
import { JsonTextError } from './json-text.ts';

describe('findMember', () => {
  it('finds the value of each member of any object', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 6 }),
        fc.constantFrom(0, 1, 4),
        (object, indent) => {
          const text = JSON.stringify(object, null, indent);
          const parsed = JSON.parse(text) as Record<string, unknown>;
          for (const [key, value] of Object.entries(parsed)) {
            const span = findMember(text, key);
            expect(span).toBeDefined();
            expect(JSON.parse(text.slice(span?.start, span?.end))).toEqual(value);
          }
          expect(findMember(text, 'no such member, ever')).toBeUndefined();
        },
      ),
    );
  });

  it('refuses what has no end or is nested too deep', () => {
    for (const text of [
      '',
      '[]',
      '{',
      '{"a"',
      '{"a":',
      '{"a":[',
      '{"a":"',
      '{"a":1',
      '{"a":1 "b":2}',
      '{a:1}',
      `{"a":${'['.repeat(1001)}`,
    ])
      expect(() => findMember(text, 'a'), text.slice(0, 20)).toThrow(JsonTextError);
  });

  it('never runs past the text of a cut or changed document', () => {
    const text = '{"a":[1,{"b":"\\"]}"}],"c":{"d":null},"@metadata":{"@id":"x"}}';
    fc.assert(
      fc.property(fc.nat(text.length), fc.string({ maxLength: 3 }), (at, by) => {
        const broken = text.slice(0, at) + by;
        const cursor = new JsonCursor(broken);
        try {
          cursor.eachMember(() => cursor.skipValue());
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(Error);
        }
        expect(cursor.at).toBeLessThanOrEqual(broken.length);
      }),
    );
  });
});

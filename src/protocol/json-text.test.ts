import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJson, JsonTextError, member, parseJsonText, slice, stringValue } from './json-text.ts';

function failure(text: string): JsonTextError {
  try {
    parseJsonText(text);
  } catch (thrown) {
    if (thrown instanceof JsonTextError) return thrown;
    throw thrown;
  }
  throw new Error(`accepted: ${text}`);
}

describe('parseJsonText', () => {
  it('accepts exactly what JSON.parse accepts', () => {
    const almostJson = fc.stringMatching(/^[[\]{}",:0-9.eE+\-truefalsn\\u \n]{0,12}$/);
    fc.assert(
      fc.property(fc.oneof(almostJson, fc.json(), fc.string()), (text) => {
        const accepted = (parse: (text: string) => unknown) => {
          try {
            parse(text);
            return true;
          } catch {
            return false;
          }
        };
        expect(accepted(parseJsonText)).toBe(accepted(JSON.parse));
      }),
      { numRuns: 2000 },
    );
  });

  it('reports position and reason', () => {
    expect(failure('{\n  "a": 1,\n}').message).toBe(
      'Line 3, column 1: there is an extra comma before this "}".',
    );
    expect(failure('{"a" 1}').message).toContain('expected ":"');
    expect(failure('').message).toBe('Line 1, column 1: expected a value, found the end of the text.');
    expect(failure('{"a": "x\n"}').message).toContain('no closing quote');
    expect(failure('{"a": "\\x"}').message).toContain('escape that JSON does not allow');
    expect(failure("{'a':1}").message).toContain('property name in double quotes');
    expect(failure('{} x')).toMatchObject({ offset: 3, line: 1, column: 4 });
  });

  it('rejects nesting that would exhaust the stack', () => {
    expect(failure('['.repeat(100_000)).message).toBe(
      'Line 1, column 1001: this is nested deeper than 1000 levels.',
    );
  });

  it('decodes keys and strings', () => {
    const text = '{"caf\\u00e9": "a\\nb"}';
    expect(stringValue(text, member(parseJsonText(text), 'café')?.value)).toBe('a\nb');
  });
});

describe('formatJson', () => {
  it('keeps every digit of every number', () => {
    const text = '{"big":12345678901234567890,"cents":1.50,"e":1E+2,"list":[1.0,-0]}';
    const laidOut = formatJson(text, parseJsonText(text));
    expect(laidOut).toBe(
      '{\n    "big": 12345678901234567890,\n    "cents": 1.50,\n    "e": 1E+2,\n    "list": [\n        1.0,\n        -0\n    ]\n}',
    );
  });

  it('formats like JSON.stringify', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = JSON.stringify(value);
        expect(formatJson(text, parseJsonText(text), 2)).toBe(JSON.stringify(JSON.parse(text), null, 2));
      }),
    );
  });

  it('keeps duplicate members', () => {
    const text = '{"a":1,"a":2}';
    expect(formatJson(text, parseJsonText(text), 0).replaceAll('\n', '')).toBe('{"a": 1,"a": 2}');
  });

  it('returns the text of a node', () => {
    const text = ' { "a" : [ 1 , 2 ] } ';
    const a = member(parseJsonText(text), 'a');
    expect(a && slice(text, a.value)).toBe('[ 1 , 2 ]');
  });
});

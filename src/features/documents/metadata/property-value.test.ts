import { expect, it } from 'vitest';
import { MAX_JSON_DEPTH } from '../../../protocol/json-depth.ts';
import { toJson, toTypedValue } from './property-value.ts';

it('keeps every value that is shown and applied unchanged', () => {
  for (const json of ['"a b"', '12345678901234567890', '1.50', 'true', 'false', 'null', '{"a":[1.50,{}]}'])
    expect(toJson(toTypedValue(json))).toEqual({
      kind: 'json',
      json: json.startsWith('{') ? '{\n    "a": [\n        1.50,\n        {}\n    ]\n}' : json,
    });
});

it('shows a text with line breaks as JSON, because a field has one line', () => {
  expect(toTypedValue('"a\\nb"')).toEqual({ type: 'json', text: '"a\\nb"' });
});

it('refuses what is not a number or not JSON, with the position', () => {
  for (const text of ['', '1,5', '01', 'NaN', '"1"', '1 2'])
    expect(toJson({ type: 'number', text })).toEqual({
      kind: 'problem',
      problem: 'Type a number, such as 12 or -1.5.',
    });
  expect(toJson({ type: 'number', text: ' -1.50 ' })).toEqual({ kind: 'json', json: '-1.50' });
  expect(toJson({ type: 'json', text: ' ' })).toMatchObject({ kind: 'problem' });
  expect(toJson({ type: 'json', text: '[1,]' })).toEqual({
    kind: 'problem',
    problem: 'Invalid JSON. Line 1, column 4: there is an extra comma before this "]".',
  });
});

it('refuses a value that the document would nest too deep', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(toJson({ type: 'json', text: nested(MAX_JSON_DEPTH - 2) })).toMatchObject({ kind: 'json' });
  expect(toJson({ type: 'json', text: nested(MAX_JSON_DEPTH - 1) })).toMatchObject({ kind: 'problem' });
});

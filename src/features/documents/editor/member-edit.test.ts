import { expect, it } from 'vitest';
import { renameMember, setMember } from './member-edit.ts';

const TEXT =
  '{\n    "A": 1.50,\n    "B": { "C": "x" },\n    "@metadata": {\n        "@collection": "Orders"\n    }\n}';

it('replaces a value and keeps the rest of the text', () => {
  expect(setMember(TEXT, ['B', 'C'], '"y"')).toBe(TEXT.replace('"x"', '"y"'));
});

it('adds a property in the layout of its neighbours, before the metadata', () => {
  expect(setMember(TEXT, ['D'], '[\n    1\n]')).toBe(
    TEXT.replace('    "@metadata"', '    "D": [\n        1\n    ],\n    "@metadata"'),
  );
  expect(setMember(TEXT, ['B', 'E'], '2')).toBe(TEXT.replace('"x"', '"x", "E": 2'));
  expect(setMember('{}', ['A'], '1')).toBe('{\n    "A": 1\n}');
});

it('creates the objects on the way', () => {
  expect(setMember('{\n    "A": 1\n}', ['B', 'C', 'D'], 'true')).toBe(
    '{\n    "A": 1,\n    "B": {\n        "C": {\n            "D": true\n        }\n    }\n}',
  );
  expect(setMember('{ "A": 1 }', ['A', 'B'], '2')).toBe('{ "A": {\n        "B": 2\n    } }');
});

it('removes a property with its comma, and nothing where it is absent', () => {
  expect(setMember('{"A":1,"B":2}', ['A'], null)).toBe('{"B":2}');
  expect(setMember('{"A":1,"B":2}', ['B'], null)).toBe('{"A":1}');
  expect(setMember('{"A":{"B":2}}', ['A', 'B'], null)).toBe('{"A":{}}');
  expect(setMember('{"A":1}', ['B', 'C'], null)).toBe('{"A":1}');
  expect(setMember('{"A":1}', ['A', 'B'], null)).toBe('{"A":1}');
});

it('leaves a text that is no object unchanged, and refuses invalid JSON', () => {
  expect(setMember('[1]', ['A'], '1')).toBe('[1]');
  expect(() => setMember('{"A":', ['A'], '1')).toThrow('Line 1');
});

it('renames a property and keeps its place and the text of its value', () => {
  expect(renameMember(TEXT, ['B', 'C'], 'D')).toBe(TEXT.replace('"C"', '"D"'));
  expect(renameMember('{"a\\"b" : "x:\\"y"}', ['a"b'], 'c"d')).toBe('{"c\\"d" : "x:\\"y"}');
  expect(renameMember(TEXT, ['B', 'X'], 'D')).toBe(TEXT);
  expect(renameMember('[1]', ['B'], 'D')).toBe('[1]');
});

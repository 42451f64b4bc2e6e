import { expect, it } from 'vitest';
import { findSources, pathText, withTheirs } from './merge-changes.ts';
import { findDifferences } from './three-way.ts';

const named = (base: string, theirs: string, mine: string) =>
  findDifferences(base, theirs, mine)?.map(({ path, kind }) => `${kind} ${pathText(path)}`);

it('names what one version changed and what both did, inside of objects', () => {
  expect(
    named(
      '{"A":1,"B":1,"C":1,"S":{"City":"a","Zip":1},"Gone":1}',
      '{"A":2,"B":1,"C":2,"S":{"City":"b","Zip":2},"New":[1]}',
      '{"A":1,"B":2,"C":3,"S":{"City":"c","Zip":1},"Gone":1}',
    ),
  ).toEqual([
    'theirs A',
    'mine B',
    'conflict C',
    'conflict S.City',
    'theirs S.Zip',
    'theirs Gone',
    'theirs New',
  ]);
});

it('ignores layout, order and a change that both contain', () => {
  expect(
    named('{"A":1,"B":{"C":1,"D":2}}', '{"A":2,"B":{"D":2,"C":1}}', '{ "B": {"C":1,"D":2},\n"A": 2 }'),
  ).toEqual([]);
});

it('compares objects that both added property by property', () => {
  expect(named('{}', '{"O":{"A":1,"B":1}}', '{"O":{"A":2,"B":1,"C":1}}')).toEqual([
    'conflict O.A',
    'mine O.C',
  ]);
});

it('treats a removal against a change, an array and a property named twice as one value', () => {
  expect(named('{"O":{"A":1}}', '{}', '{"O":{"A":2}}')).toEqual(['conflict O']);
  expect(named('{"A":[1]}', '{"A":[1,2]}', '{"A":[0]}')).toEqual(['conflict A']);
  expect(named('{"O":{"A":1}}', '{"O":{"A":1,"A":2}}', '{"O":{"A":3}}')).toEqual(['conflict O']);
});

it('refuses texts that are no objects', () => {
  expect(findDifferences('{}', '[]', '{}')).toBeUndefined();
  expect(findDifferences('{}', '{}', '{"A":')).toBeUndefined();
});

it('distinguishes digits that a double would lose', () => {
  expect(named('{"A":1}', '{"A":12345678901234567890}', '{"A":12345678901234567891}')).toEqual([
    'conflict A',
  ]);
});

it('keeps mine where both differ, and takes what only they changed', () => {
  const base = '{"A":1,"B":1,"@metadata":{}}';
  const mine = '{\n    "A": 2,\n    "B": 1,\n    "@metadata": {}\n}';
  const differences = findDifferences(base, '{"A":3,"B":4,"C":5,"@metadata":{}}', mine) ?? [];
  expect(withTheirs(mine, differences)).toBe(
    '{\n    "A": 2,\n    "B": 4,\n    "C": 5,\n    "@metadata": {}\n}',
  );
});

it('says where each value of the merged text comes from', () => {
  const differences =
    findDifferences('{"A":1,"B":1,"C":1}', '{"A":2,"B":2,"C":2}', '{"A":3,"B":1,"C":3}') ?? [];
  const sources = (text: string, ...decided: string[]) => findSources(text, differences, new Set(decided));
  expect(sources('{"A":3,"B":2,"C":3}')).toEqual(['open', 'theirs', 'open']);
  expect(sources('{"A":3,"B":2,"C":2}', 'A')).toEqual(['mine', 'theirs', 'theirs']);
  expect(sources('{"A":7,"B":1}', 'C')).toEqual(['edited', 'mine', 'edited']);
  expect(sources('{"A":1,"B":2,"C":3}')).toEqual(['base', 'theirs', 'open']);
  expect(sources('{"A":')).toBeUndefined();
});

it('quotes the names of properties that would be ambiguous in a path', () => {
  expect(pathText(['S', 'a.b', 'c d', '@id'])).toBe('S.["a.b"].["c d"].@id');
});

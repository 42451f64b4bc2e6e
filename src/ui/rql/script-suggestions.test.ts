import { expect, it } from 'vitest';
import { scriptSuggestions, type ScriptNames } from './script-suggestions.ts';

const names: ScriptNames = {
  fields: ['Freight', 'ShipTo', 'ShipTo.City', 'ShipTo.Country'],
  aliases: ['o'],
  parameters: ['rate'],
};
const labels = (before: string, part: Partial<ScriptNames> = {}): string[] =>
  scriptSuggestions(before, { ...names, ...part }).map((each) => each.label);

it('suggests fields of the document by both of its names', () => {
  expect(labels('this.')).toEqual(['Freight', 'ShipTo']);
  expect(labels('o.ShipTo.Ci')).toEqual(['City', 'Country']);
  expect(labels('other.')).toEqual([]);
});

it('suggests functions and their members', () => {
  expect(labels('')).toEqual(expect.arrayContaining(['this', 'o', '$rate', 'put', 'timeseries', 'const']));
  expect(labels("timeseries(this, 'HeartRate').")).toEqual([
    'append',
    'increment',
    'delete',
    'get',
    'getStats',
  ]);
  expect(labels('archived.un')).toEqual(['archiveAt', 'unarchive']);
  expect(labels('args.')).toEqual(['rate']);
});

it('suggests names of the metadata', () => {
  expect(labels("this['@metadata'][")).toContain('"@expires"');
  expect(labels('getMetadata(this)[')).toContain('"@id"');
});

it('suggests nothing in a comment', () => {
  expect(labels('this.A = 1; // this.')).toEqual([]);
});

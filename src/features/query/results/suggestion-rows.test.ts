import { expect, test } from 'vitest';
import { isSuggestionResult, suggestionQuery, suggestionRows } from './suggestion-rows.ts';

const names = { Name: 'Name', Suggestions: ['chai', 'chang'] };
const none = { Name: 'City', Suggestions: [] };

test('suggestions are recognised, documents are not', () => {
  expect(isSuggestionResult([names, none])).toBe(true);
  expect(isSuggestionResult([])).toBe(false);
  expect(isSuggestionResult([{ ...names, '@metadata': {} }])).toBe(false);
  expect(isSuggestionResult([{ Name: 'a', Suggestions: [1] }])).toBe(false);
  expect(isSuggestionResult([names, { Name: 'a' }])).toBe(false);
});

test('suggestions become one row per term, and one for a field without any', () => {
  expect(suggestionRows([names, none])).toEqual([
    { result: 0, field: 'Name', term: 'chai' },
    { result: 0, field: 'Name', term: 'chang' },
    { result: 1, field: 'City', term: null },
  ]);
});

test.each([
  ["from Products select suggest(Name, 'chaig')", 'Name', "from Products where Name = 'it\\'s'"],
  [
    "from index 'A/B'\nselect suggest('odd name', $x)",
    'odd name',
    "from index 'A/B' where 'odd name' = 'it\\'s'",
  ],
  [
    "// all\nfrom Products where A = 1 select suggest(Name, 'x')",
    'Name',
    "from Products where Name = 'it\\'s'",
  ],
])('a term of %j has a query of its own', (query, field, expected) => {
  expect(suggestionQuery(query, field, "it's")).toBe(expected);
});

test('a text without a source has none', () => {
  expect(suggestionQuery('select 1', 'Name', 'x')).toBeNull();
});

import { expect, it } from 'vitest';
import {
  openedIn,
  readSnippets,
  snippetFileName,
  snippetOfFile,
  withSnippets,
  type Snippet,
} from './snippets.ts';

const snippet = (name: string, part: Partial<Snippet> = {}): Snippet => ({
  name,
  of: 'script',
  text: 'this.A = 1;',
  at: 1,
  ...part,
});

it('reads saved snippets and leaves out unreadable ones', () => {
  expect(readSnippets({ snippets: [snippet('a'), { name: 'b' }, null] })).toEqual([snippet('a')]);
  expect(readSnippets(undefined)).toEqual([]);
});

it('keeps one snippet per name, sorted', () => {
  const list = withSnippets([snippet('b'), snippet('c')], [snippet('a'), snippet('b', { text: 'new' })]);
  expect(list.map(({ name, text }) => [name, text])).toEqual([
    ['a', 'this.A = 1;'],
    ['b', 'new'],
    ['c', 'this.A = 1;'],
  ]);
});

it('names files by their kind', () => {
  expect(snippetFileName(snippet('Add tax/2026'))).toBe('Add tax-2026.js');
  expect(snippetFileName(snippet('Old orders', { of: 'deleteQuery' }))).toBe('Old orders.rql');
});

it.each([
  ['tax.js', 'this.Tax = 1;', 'script'],
  ['tax.rql', 'from Orders update { this.Tax = 1 }', 'updateQuery'],
  ['old.rql', 'from Orders where A = 1', 'deleteQuery'],
  ['some.txt', 'from Orders where A = 1', 'deleteQuery'],
  ['some.txt', 'this.A = 1', 'script'],
])('recognises %s', (file, text, of) => {
  expect(snippetOfFile(file, text, 7)).toEqual({ name: file.replace(/\..*$/, ''), of, text, at: 7 });
});

it('reads a file of Windows as it was exported', () => {
  expect(snippetOfFile('a.js', '\u{FEFF}this.A = 1;\r\nthis.B = 2;', 7).text).toBe(
    'this.A = 1;\nthis.B = 2;',
  );
});

it('opens a snippet in its own text', () => {
  expect(openedIn(snippet('a', { of: 'deleteQuery', text: 'from X' }))).toEqual({
    action: 'delete',
    target: 'query',
    deleteQuery: 'from X',
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPatchState, textNames } from './patch-state.ts';
import {
  importedSnippet,
  openedIn,
  placeOfSnippet,
  readKeptSnippets,
  safePlace,
  snippetKey,
  snippetOfFile,
  snippetOfTab,
  snippetText,
  type Snippet,
} from './snippets.ts';

const snippet = (part: Partial<Snippet> = {}): Snippet => ({
  ...{ folder: 'Sales', name: 'Add tax', of: 'script', text: 'this.A = 1;', parameters: {} },
  ...part,
});
const state = (part: object) => readPatchState(part, {});

it('reads back any text with its kind and parameters', () => {
  const text = fc.string({ unit: 'grapheme' }).map((each) => `x ${each.replaceAll(/[\r\n]/g, ' ')}`.trim());
  const parameters = fc.dictionary(fc.stringMatching(/^[a-z]\w{0,8}$/), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(fc.constantFrom(...textNames), text, parameters, (of, written, typed) => {
      const saved = snippet({ of, text: written, parameters: { ...typed } });
      const file = { ...placeOfSnippet(saved), text: snippetText(saved), changedAt: 1 };
      expect(snippetOfFile(file)).toEqual({ ...saved, at: 1 });
    }),
  );
});

it('is a file with a header of comments', () => {
  expect(snippetText(snippet({ parameters: { rate: '0.2' } }))).toBe(
    '// name: Sales/Add tax\n// $rate = "0.2"\nthis.A = 1;\n',
  );
  expect(snippetText(snippet({ of: 'deleteQuery', text: 'from X' }))).toBe(
    '// name: Sales/Add tax\n// action: delete\nfrom X\n',
  );
  expect(snippetKey(snippet())).toBe('Sales/Add tax.js');
  expect(snippetKey(snippet({ folder: '', of: 'updateQuery' }))).toBe('Add tax.rql');
});

it('keeps an unfinished patch query a patch, whatever its text is', () => {
  const draft = snippet({ of: 'updateQuery', text: 'from Orders' });
  const file = { ...placeOfSnippet(draft), text: snippetText(draft), changedAt: 1 };
  expect(snippetOfFile(file).of).toBe('updateQuery');
});

it.each([
  ['tax.js', 'this.Tax = 1;', 'script'],
  ['tax.rql', 'from Orders update { this.Tax = 1 }', 'updateQuery'],
  ['tax.rql', '// action: patch\nfrom Orders', 'updateQuery'],
  ['old.rql', 'from Orders where A = 1', 'deleteQuery'],
  ['some.txt', 'from Orders where A = 1', 'deleteQuery'],
  ['some.txt', 'this.A = 1', 'script'],
])('recognises %s with %j', (file, text, of) => {
  expect(importedSnippet(file, text)).toMatchObject({ name: file.replace(/\..*$/, ''), of });
});

it('imports a file of Windows, and a name from the header', () => {
  expect(importedSnippet('a.js', '\u{FEFF}this.A = 1;\r\nthis.B = 2;')).toMatchObject({
    ...{ folder: '', name: 'a', text: 'this.A = 1;\nthis.B = 2;' },
  });
  expect(importedSnippet('a.js', '// name: ../Sales/Tax: 2\nthis.A = 1;')).toMatchObject({
    ...{ folder: 'Sales', name: 'Tax- 2', text: 'this.A = 1;' },
  });
});

it.each([
  ['Add tax/2026', 'Add tax', '2026'],
  ['../../etc/passwd', 'etc', 'passwd'],
  [' . ', '', 'snippet'],
  ['con', '', '_con'],
  ['a:b?\u0000\u202E', '', 'a-b---'],
  ['a/b/c/d/e/f', 'a/b/c/d', 'f'],
])('%j becomes names of files', (name, folder, file) => {
  expect(safePlace(name)).toEqual({ folder, name: file });
});

it('saves the current text of a tab with the parameters that it uses', () => {
  const tab = state({ target: 'documents', script: 'this.A = args.a;', parameters: { a: '1', other: '2' } });
  expect(snippetOfTab(tab, 'Sales/Set A')).toEqual({
    ...{ folder: 'Sales', name: 'Set A', of: 'script', text: 'this.A = args.a;' },
    ...{ parameters: { a: '1' } },
  });
  expect(snippetOfTab(state({ target: 'documents', action: 'delete' }), 'x')).toBeNull();
  expect(snippetOfTab(state({ updateQuery: ' ' }), 'x')).toBeNull();
});

it('opens a snippet in its own text, with its parameters', () => {
  const opened = openedIn(
    snippet({ of: 'deleteQuery', text: 'from X', parameters: { a: '1' } }),
    state({ parameters: { a: '0', b: '2' } }),
  );
  expect(opened).toEqual({
    action: 'delete',
    target: 'query',
    deleteQuery: 'from X',
    parameters: { a: '1', b: '2' },
  });
});

it('reads what earlier versions kept, without what is unreadable', () => {
  const kept = { name: 'a', of: 'script', text: 'x', at: 1 };
  expect(readKeptSnippets({ snippets: [kept, { name: 'b' }, null] })).toEqual([kept]);
  expect(readKeptSnippets(undefined)).toEqual([]);
});

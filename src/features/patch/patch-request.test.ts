import { expect, it } from 'vitest';
import { buildRequest, namesOf, sentScript, wholeSource } from './patch-request.ts';
import { readPatchState, type PatchState } from './patch-state.ts';

const state = (part: Partial<PatchState>): PatchState => ({ ...readPatchState(null, {}), ...part });

it('separates the query that finds the documents from the update clause', () => {
  const updateQuery = 'from Orders where A > $a update { this.B = $b }';
  expect(buildRequest(state({ updateQuery, parameters: { a: '10', b: 'text' } }))).toEqual({
    ok: true,
    request: {
      kind: 'update-query',
      text: updateQuery,
      finds: 'from Orders where A > $a',
      parameters: { a: 10, b: 'text' },
    },
  });
});

it('says what is missing', () => {
  const problemOf = (part: Partial<PatchState>): unknown => buildRequest(state(part));
  expect(problemOf({})).toMatchObject({ ok: false, problem: expect.stringContaining('query is empty') });
  expect(problemOf({ updateQuery: 'from Orders' })).toMatchObject({
    problem: expect.stringContaining('no complete update clause'),
  });
  expect(problemOf({ action: 'delete', deleteQuery: 'from Orders update { }' })).toMatchObject({
    problem: expect.stringContaining('has no update clause'),
  });
  expect(problemOf({ updateQuery: 'from Orders where A = $a update { }' })).toMatchObject({
    problem: expect.stringContaining('Parameter a is invalid'),
  });
  expect(problemOf({ target: 'documents', script: 'this.A = 1' })).toMatchObject({
    problem: expect.stringContaining('at least one document'),
  });
  expect(problemOf({ target: 'documents', ids: 'a' })).toMatchObject({
    problem: expect.stringContaining('script is empty'),
  });
});

it('reads the parameters of a script by both of their names', () => {
  const script = 'this.A = args.rate; this.B = $max + args.rate';
  const built = buildRequest(state({ target: 'documents', ids: 'a\nb', script, parameters: { rate: '2', max: '3' } }));
  expect(built).toMatchObject({
    request: { kind: 'patch-documents', ids: ['a', 'b'], parameters: { rate: 2, max: 3 } },
  });
  expect(namesOf(state({ target: 'documents', script }))).toEqual(['max', 'rate']);
});

it('knows how the server counts lines', () => {
  const text = 'from Orders as o\nload o.Company as c\nupdate\n{\n  o.A = 1\n}';
  expect(sentScript({ kind: 'update-query', text, finds: '', parameters: {} })).toEqual({
    kind: 'update',
    text,
    updateLine: 3,
    braceLine: 4,
    hasAlias: true,
    loads: 1,
  });
  expect(sentScript({ kind: 'delete-documents', ids: [] })).toBeNull();
});

it.each([
  ['from Orders', 'Orders'],
  ["from 'My Orders' order by A", 'My Orders'],
  ['from index "Orders/ByA"', 'Orders/ByA'],
  ['from @all_docs', '@all_docs'],
  ['from Orders where A = 1', null],
  ['from Orders limit 5', null],
])('names the source of %s when it has no condition', (text, source) =>
  expect(wholeSource({ kind: 'delete-query', text, finds: text, parameters: {} })).toBe(source),
);

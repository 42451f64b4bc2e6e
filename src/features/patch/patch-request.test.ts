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

it.each<[Partial<PatchState>, RegExp]>([
  [{}, /query is empty/],
  [{ updateQuery: 'from Orders' }, /no complete update clause/],
  [{ action: 'delete', deleteQuery: 'from Orders update { }' }, /has no update clause/],
  [{ updateQuery: 'from Orders where A = $a update { }' }, /Parameter a is invalid/],
  [{ target: 'documents', script: 'this.A = 1' }, /at least one document/],
  [{ target: 'documents', ids: 'a' }, /script is empty/],
])('says what is missing in %j', (part, problem) => {
  const built = buildRequest(state(part));
  expect(built.ok ? '' : built.problem).toMatch(problem);
});

it('reads the parameters of a script by both of their names', () => {
  const script = 'this.A = args.rate; this.B = $max + args.rate';
  const built = buildRequest(
    state({ target: 'documents', ids: 'a\nb', script, parameters: { rate: '2', max: '3' } }),
  );
  expect(built).toMatchObject({
    request: { kind: 'patch-documents', ids: ['a', 'b'], parameters: { rate: 2, max: 3 } },
  });
  expect(namesOf(state({ target: 'documents', script }))).toEqual(['max', 'rate']);
});

it('counts lines as the server does', () => {
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

import { expect, test } from 'vitest';
import { type CompletionNames, suggestionsAt } from './suggestions.ts';

const completionNames: CompletionNames = {
  dialect: (index) => Promise.resolve(index === 'Words' ? 'lucene' : 'corax'),
  collections: () => Promise.resolve(['Orders', 'My Things']),
  indexes: () => ['Orders/Totals'],
  values: (_, field) => Promise.resolve(field === 'ShipTo.City' ? ["'Oslo'", "'Bergen'"] : []),
  fields: (collection) =>
    Promise.resolve(collection === 'Orders' ? ['Company', 'ShipTo', 'ShipTo.City', 'Lines.Quantity'] : []),
};

/** `|` marks the caret. */
async function offered(marked: string, kind?: string): Promise<{ labels: string[]; replaced: string }> {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { list, replaceFrom } = await suggestionsAt(text, caret, completionNames);
  return {
    labels: list.filter((offer) => kind === undefined || offer.kind === kind).map((offer) => offer.insert),
    replaced: text.slice(replaceFrom, caret),
  };
}

test('suggests collections after from, quoted if needed', async () => {
  expect((await offered('from |', 'source')).labels).toEqual(['Orders', "'My Things'", '@all_docs']);
  expect(await offered('from Or|', 'source')).toMatchObject({ replaced: 'Or' });
});

test('suggests known indexes after from index', async () => {
  expect((await offered('from index |')).labels).toEqual(['"Orders/Totals"']);
});

test('suggests the fields of the queried collection', async () => {
  expect((await offered('from Orders where |', 'field')).labels).toEqual([
    'Company',
    'ShipTo',
    'Lines',
    'ShipTo.City',
    'Lines.Quantity',
  ]);
  expect((await offered('from Others where |', 'field')).labels).toEqual([]);
});

test('suggests members after a dot, of a field or of an alias', async () => {
  expect((await offered('from Orders where ShipTo.|')).labels).toEqual(['City']);
  expect((await offered('from Orders as o where o.Shi|')).labels).toEqual(['Company', 'ShipTo', 'Lines']);
  expect(await offered('from Orders as o where o.ShipTo.Ci|')).toEqual({ labels: ['City'], replaced: 'Ci' });
});

test('suggests the parameters of the query after a dollar', async () => {
  expect(await offered('from Orders where A = $company and B = $|')).toEqual({
    labels: ['$company'],
    replaced: '$',
  });
  expect(await offered('from Orders where A = $company and B = $co|')).toEqual({
    labels: ['$company'],
    replaced: '$co',
  });
});

test('suggests nothing in strings, comments and numbers', async () => {
  expect((await offered('from Orders where A = "fr|')).labels).toEqual([]);
  expect((await offered('from Orders // wh|')).labels).toEqual([]);
  expect((await offered('from Orders limit 1|')).labels).toEqual([]);
});

const functionsAt = async (marked: string): Promise<string[]> =>
  (await offered(marked, 'function')).labels.map((insert) => insert.replace(/\(.*/, ''));

test('functions are offered where the server answers them, and nowhere else', async () => {
  expect(await functionsAt('|')).toEqual([]);
  expect(await functionsAt('from Orders |')).toEqual([]);
  expect(await functionsAt('from Orders where A = 1 limit |')).toEqual([]);
  expect(await functionsAt('from Orders filter |')).toEqual([
    'id',
    'startsWith',
    'endsWith',
    'exists',
    'regex',
  ]);
  expect(await functionsAt('from Orders order by |')).toEqual([
    'id',
    'spatial.point',
    'spatial.wkt',
    'spatial.distance',
    'score',
    'random',
  ]);
  expect(await functionsAt('from Orders where boost(sea|')).toContain('search');
  expect(await functionsAt("from Orders where search(A, 'x') include |")).toEqual([
    'cmpxchg',
    'timeseries',
    'highlight',
    'timings',
    'counters',
    'revisions',
  ]);
});

test('functions of groups come with group by, those of indexes with from index', async () => {
  expect(await functionsAt('from Orders select |')).toEqual(['id', 'suggest', 'timeseries']);
  expect(await functionsAt('from Orders group by Company select |')).toEqual(['key', 'count', 'sum']);
  expect(await functionsAt('from Orders group by Company where |')).not.toContain('id');
  expect(await functionsAt('from Orders where |')).not.toContain('moreLikeThis');
  expect(await functionsAt("from index 'Totals' where |")).toContain('moreLikeThis');
  expect(await functionsAt("from index 'Totals' select |")).toContain('facet');
});

test('what only the Lucene engine answers is offered on its indexes alone', async () => {
  for (const name of ['fuzzy', 'proximity', 'lucene', 'intersect']) {
    expect(await functionsAt('from Orders where |')).not.toContain(name);
    expect(await functionsAt("from index 'Totals' where |")).not.toContain(name);
    expect(await functionsAt("from index 'Words' where |")).toContain(name);
  }
  expect(await functionsAt('from Orders include |')).not.toContain('explanations');
  expect(await functionsAt("from index 'Words' include |")).toContain('explanations');
});

const labelsAt = async (marked: string): Promise<string[]> => (await offered(marked)).labels;

test('suggests clauses after the source, the most used first and the alias last', async () => {
  const clauses = ['where', 'order by', 'select', 'group by', 'load', 'filter', 'include', 'limit', 'offset'];
  expect(await labelsAt('from Orders |')).toEqual([...clauses, 'as']);
  expect(await labelsAt("from index 'Totals' |")).toEqual([...clauses, 'as']);
  expect(await labelsAt('from Orders as o |')).toEqual(clauses);
  expect(await labelsAt('from Orders o |')).toEqual(clauses);
});

test('suggests clauses in the order of RQL, without those that are past', async () => {
  expect(await labelsAt('from Orders order by Freight as double desc |')).toEqual([
    'load',
    'filter',
    'select',
    'include',
    'limit',
    'offset',
  ]);
});

test('suggests operators after a field, and what continues a condition after a value', async () => {
  expect(await labelsAt('from Orders where Company |')).toContain('between');
  expect(await labelsAt('from Orders where Company |')).not.toContain('select');
  expect((await labelsAt("from Orders where Company = 'x' |")).slice(0, 4)).toEqual([
    'and',
    'or',
    'order by',
    'load',
  ]);
});

test('suggests values of the field after an operator, also behind an alias', async () => {
  expect((await labelsAt('from Orders where ShipTo.City = |')).slice(0, 2)).toEqual(["'Oslo'", "'Bergen'"]);
  expect((await labelsAt('from Orders as o where o.ShipTo.City in (|')).slice(0, 2)).toEqual([
    "'Oslo'",
    "'Bergen'",
  ]);
});

test('suggests types and directions after a field of order by', async () => {
  expect((await labelsAt('from Orders order by Freight |')).slice(0, 6)).toEqual([
    'as double',
    'as long',
    'as alphaNumeric',
    'as string',
    'desc',
    'asc',
  ]);
  expect(await labelsAt('from Orders order by Freight as |')).toEqual([
    'double',
    'long',
    'alphaNumeric',
    'string',
  ]);
});

import { expect, test } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { ServerClient } from './client.ts';
import { countPlan, getDependentIndexes, getLoadingIndexes } from './dependent-indexes.ts';
import { scriptedPort } from './ports-for-tests.ts';

const names = "map('Orders', o => ({ Company: o.Company, Name: load(o.Company, 'Companies').Name }))";
const onlyName = "map('Orders', o => ({ Name: load(o.Company, 'Companies').Name }))";
const computed = "map('Orders', o => ({ Name: load('companies/' + o.No, 'Companies').Name }))";

interface TestIndex {
  readonly Maps?: readonly string[];
  readonly Type?: string;
  readonly Collections?: Record<string, unknown>;
  readonly ReferencedCollections?: readonly string[];
  readonly ReduceOutputCollection?: string;
}
const loading = { Collections: { Orders: {} }, ReferencedCollections: ['Companies'] };

/** Answers queries from `counts` by query text; other queries are refused, as without a matching auto-index. */
function database(indexes: Record<string, TestIndex>, counts: Record<string, number>) {
  const queries: string[] = [];
  const answer = (request: HttpRequest) => {
    const url = new URL(`http://x${request.path}`);
    const json = (value: unknown) => ({ body: JSON.stringify(value) });
    switch (url.pathname.replace('/databases/Shop', '')) {
      case '/indexes/stats':
        return json({
          Results: Object.entries(indexes).map(([Name, index]) => ({
            ...{ Name, EntriesCount: 400, Type: 'JavaScriptMap' },
            ...index,
          })),
        });
      case '/indexes':
        return json({ Results: [indexes[url.searchParams.get('name') ?? '']] });
      default: {
        expect(url.searchParams.get('disableAutoIndexCreation')).toBe('true');
        const { Query: query } = JSON.parse(request.body ?? '') as { Query: string };
        queries.push(query);
        const count = counts[query];
        return count === undefined
          ? { status: 500, body: '{"Type":"System.InvalidOperationException","Message":"no Auto Index"}' }
          : json({ TotalResults: count, Results: [] });
      }
    }
  };
  return { client: new ServerClient(scriptedPort({ http: answer }), 'c').database('Shop'), queries };
}
const company = { id: 'companies/1-A', collection: 'Companies' };

test('counts entries through a field of the index that holds the id', async () => {
  const { client } = database(
    { 'Orders/Names': { ...loading, Maps: [names] } },
    { "from index 'Orders/Names' where Company = $id limit 0": 80 },
  );
  expect(await getLoadingIndexes(client, company)).toEqual([
    {
      index: 'Orders/Names',
      relation: 'loads',
      count: 80,
      evidence: 'index',
      reduces: false,
      output: null,
      isStale: false,
    },
  ]);
});

test('counts documents through an auto-index where no field holds the id', async () => {
  const { client } = database(
    { 'Orders/OnlyName': { ...loading, Maps: [onlyName] } },
    { "from 'Orders' where Company = $id limit 0": 79 },
  );
  expect(await getLoadingIndexes(client, company)).toMatchObject([{ count: 79, evidence: 'auto-index' }]);
});

test('reports the number of all entries as a limit where nothing can be counted', async () => {
  const { client, queries } = database(
    {
      'Orders/OnlyName': { ...loading, Maps: [onlyName] },
      'Orders/Computed': { ...loading, Maps: [computed] },
      'Orders/Sums': { ...loading, Maps: [computed], Type: 'JavaScriptMapReduce' },
    },
    {},
  );
  expect(await getLoadingIndexes(client, company)).toMatchObject([
    { index: 'Orders/Computed', count: 400, evidence: 'limit' },
    { index: 'Orders/OnlyName', count: 400, evidence: 'limit' },
    { index: 'Orders/Sums', count: null, evidence: 'unknown', reduces: true },
  ]);
  expect(queries).toEqual(["from 'Orders' where Company = $id limit 0"]);
});

test('sends no query when no index loads the collection', async () => {
  const { client, queries } = database({ 'Orders/Names': { ...loading, Maps: [names] } }, {});
  expect(await getLoadingIndexes(client, { id: 'products/1-A', collection: 'Products' })).toEqual([]);
  expect(queries).toEqual([]);
});

test('lists indexes that map the document before those that load it', async () => {
  const { client } = database(
    {
      'Companies/ByName': { Collections: { companies: {} }, Maps: ['map'] },
      'Everything/ByName': { Collections: { '@all_docs': {} }, Maps: ['map'] },
      'Companies/Count': { Collections: { Companies: {} }, Type: 'MapReduce' },
      'Orders/Names': { ...loading, Maps: [names] },
    },
    {
      "from index 'Companies/ByName' where id() = $id limit 0": 1,
      "from index 'Everything/ByName' where id() = $id limit 0": 2,
      "from index 'Orders/Names' where Company = $id limit 0": 80,
    },
  );
  const found = await getDependentIndexes(client, company);
  expect(found.map(({ index, relation, count }) => [index, relation, count])).toEqual([
    ['Companies/ByName', 'maps', 1],
    ['Companies/Count', 'maps', null],
    ['Everything/ByName', 'maps', 2],
    ['Orders/Names', 'loads', 80],
  ]);
});

test('follows the documents that a map-reduce index writes to the indexes that read them', async () => {
  const { client } = database(
    {
      'Orders/Totals': {
        ...{ Collections: { Orders: {} }, Type: 'MapReduce' },
        ReduceOutputCollection: 'CompanyTotals',
      },
      'Totals/ByCompany': { Collections: { companytotals: {} }, Maps: ['map'] },
      'Reports/ByTotal': { Collections: { Reports: {} }, ReferencedCollections: ['CompanyTotals'] },
    },
    {},
  );
  expect(await getDependentIndexes(client, { id: 'orders/1-A', collection: 'Orders' })).toMatchObject([
    {
      index: 'Orders/Totals',
      output: { collection: 'CompanyTotals', indexes: ['Reports/ByTotal', 'Totals/ByCompany'] },
    },
  ]);
});

test('does not search a field that is analysed, nor one of several maps', () => {
  const index = { name: "Orders/'Names'", type: 'JavaScriptMap' };
  const plan = (part: Record<string, unknown>) => countPlan({ Maps: [names], ...part }, index, 'Companies');
  expect(plan({})?.ofIndex).toBe(String.raw`from index 'Orders/\'Names\'' where Company = $id limit 0`);
  expect(plan({ Fields: { Company: { Indexing: 'Search' } } })?.ofIndex).toBeNull();
  expect(plan({ Fields: { Company: { Analyzer: 'Own' } } })?.ofIndex).toBeNull();
  expect(plan({ Fields: { __all_fields: { Indexing: 'No' } } })?.ofIndex).toBeNull();
  expect(plan({ Maps: [names, onlyName] })).toBeNull();
});

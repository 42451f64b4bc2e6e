import { expect, test } from 'vitest';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { countTerms } from './use-term-counts.ts';

function database(total: (query: string) => number) {
  const queries: string[] = [];
  const client = {
    send: (_method: string, _path: string, { json }: { json: { Query: string } }) => {
      queries.push(json.Query);
      return Promise.resolve({
        status: 200,
        body: JSON.stringify({ Results: [], TotalResults: total(json.Query) }),
        ms: 1,
      });
    },
    path: (path: string) => path,
  };
  return { queries, client: client as unknown as DatabaseClient };
}

test('counts the results of each term by a query of the index, without its rows', async () => {
  const { queries, client } = database((query) => query.length);
  const counts = new Map<string, number>();
  const terms = Array.from({ length: 20 }, (_, place) => `t${place}`);
  await countTerms(client, { index: 'Auto/Orders/BySearch(Name)', field: 'search(Name)' }, terms, {
    signal: new AbortController().signal,
    onCounts: (more) => more.forEach((count, term) => counts.set(term, count)),
  });
  expect([...counts.keys()]).toEqual(terms);
  expect(queries[3]).toBe("from index 'Auto/Orders/BySearch(Name)' where 'search(Name)' = 't3' limit 0");
});

test('keeps what it counted when it is stopped', async () => {
  const { queries, client } = database(() => 1);
  const controller = new AbortController();
  const counted: string[] = [];
  const terms = Array.from({ length: 100 }, (_, place) => `t${place}`);
  const counting = countTerms(client, { index: 'A', field: 'B' }, terms, {
    signal: controller.signal,
    onCounts: (more) => {
      counted.push(...more.keys());
      controller.abort();
    },
  });
  await expect(counting).rejects.toThrow(/abort/i);
  expect(counted).toHaveLength(8);
  expect(queries).toHaveLength(8);
});

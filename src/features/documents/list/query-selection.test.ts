import { expect, it } from 'vitest';
import { z } from 'zod';
import { ServerClient } from '../../../protocol/client.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { selectByQuery, selectionProblem } from './query-selection.ts';

const body = z.object({ Query: z.string() });

function server(count: number) {
  const queries: string[] = [];
  const port = scriptedPort({
    http: (request) => {
      const { Query } = body.parse(JSON.parse(request.body ?? ''));
      queries.push(Query);
      const [, skip = '0', take = '0'] = /limit (\d+), (\d+)$/.exec(Query) ?? [];
      const rows = Math.max(0, Math.min(Number(take), count - Number(skip)));
      const Results = Array.from({ length: rows }, (_, at) => ({
        '@metadata': { '@id': `d/${Number(skip) + at}` },
      }));
      return { body: JSON.stringify({ TotalResults: count, Results, IndexName: 'Auto/D', IsStale: true }) };
    },
  });
  return { queries, db: new ServerClient(port, 'c').database('Shop') };
}

it('selects the ids of everything that matches, in pages', async () => {
  const { db } = server(6_000);
  const found = await selectByQuery(db, 'from D where a = 1');
  expect(found).toMatchObject({ total: 6_000, indexName: 'Auto/D', isStale: true });
  expect(found.ids).toHaveLength(6_000);
});

it('keeps the query instead of the ids of more than 10,000 documents', async () => {
  const { db, queries } = server(10_001);
  expect(await selectByQuery(db, 'from D')).toMatchObject({ total: 10_001, ids: null });
  expect(queries).toEqual(['from D\nlimit 0']);
});

it('rejects a limit above what can be selected by id, because operations do not apply it', async () => {
  const { db } = server(50_000);
  await expect(selectByQuery(db, 'from D limit 0, 20000')).rejects.toThrow('Remove its limit');
});

it.each([
  ['', 'Enter a query'],
  ['from D select Name', 'Remove “select”'],
  ['from D update { this.a = 1 }', 'Remove “update”'],
  ['from D group by Name', 'Remove “group”'],
  ['from D where a = $value', '$value'],
])('explains why %j selects no documents', (query, problem) =>
  expect(selectionProblem(query)).toContain(problem),
);

it('accepts a condition, an order and a limit', () =>
  expect(selectionProblem("from D where Name = 'select' order by Name limit 10")).toBeNull());

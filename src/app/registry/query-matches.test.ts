import { expect, it } from 'vitest';
import { z } from 'zod';
import { ServerClient } from '../../protocol/client.ts';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import { allIds, countMatches, firstMatches } from './query-matches.ts';

const body = z.object({ Query: z.string() });

/** Answers `limit skip, take` from a list of documents. Without `countsPages` as RavenDB for ids by their beginning. */
function server(count: number, countsPages = true) {
  const queries: string[] = [];
  const port = scriptedPort({
    http: (request) => {
      const { Query } = body.parse(JSON.parse(request.body ?? ''));
      queries.push(Query);
      const [, skip = '0', take = '0'] = /limit (\d+)(?:, (\d+))?$/.exec(Query) ?? [];
      const first = Query.endsWith('limit 0') ? 0 : Number(skip);
      const Results = Array.from({ length: Math.max(0, Math.min(Number(take), count - first)) }, (_, at) => ({
        '@metadata': { '@id': `d/${first + at}` },
      }));
      const TotalResults = countsPages || Query.endsWith('limit 0') ? count : -1;
      return {
        body: JSON.stringify({ TotalResults, Results, IndexName: 'collection/D', IsStale: false }),
      };
    },
  });
  return { queries, db: new ServerClient(port, 'c').database('Shop') };
}

it('counts within the limit of the query', async () => {
  const { db, queries } = server(100);
  expect(await countMatches(db, { finds: 'from D', parameters: {} })).toEqual({
    total: 100,
    indexName: 'collection/D',
    isStale: false,
  });
  expect(await countMatches(db, { finds: 'from D limit 95, $n', parameters: { n: 30 } })).toMatchObject({
    total: 5,
  });
  expect(queries).toEqual(['from D\nlimit 0', 'from D\nlimit 0']);
});

it('reads the first documents in the order of the query', async () => {
  const { db, queries } = server(100);
  const first = await firstMatches(db, { finds: 'from D limit 10, 2', parameters: {} }, 5);
  expect(first.ids).toEqual(['d/10', 'd/11']);
  expect(queries).toEqual(['from D\nlimit 10, 2']);
});

it('reads all ids in pages, without the content of the documents', async () => {
  const { db, queries } = server(12_000);
  expect(await allIds(db, { finds: 'from D', parameters: {} })).toHaveLength(12_000);
  expect(queries).toEqual([0, 5000, 10_000].map((skip) => `from D\nselect id()\nlimit ${skip}, 5000`));
});

it('refuses more ids than it can hold', async () => {
  const { db } = server(100_001);
  await expect(allIds(db, { finds: 'from D', parameters: {} })).rejects.toThrow('Above 100,000');
});

it('counts apart where the server counts only up to the end of a page', async () => {
  const { db, queries } = server(7, false);
  const finds = { finds: "from D where startsWith(id(), 'd/')", parameters: {} };
  expect(await firstMatches(db, finds, 2)).toMatchObject({ total: 7, ids: ['d/0', 'd/1'] });
  const progress: [number, number][] = [];
  const ids = await allIds(db, finds, { onProgress: (done, total) => progress.push([done, total]) });
  expect(ids).toHaveLength(7);
  expect(progress).toEqual([[7, 7]]);
  expect(queries.filter((query) => query.endsWith('limit 0'))).toHaveLength(2);
});

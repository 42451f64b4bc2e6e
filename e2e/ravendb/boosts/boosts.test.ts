/** Boosts of fields on `rookeryd` and on a real RavenDB with Lucene: the same orders and stored values. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databaseOnBoth } from '../database-on-both.ts';
import { sendJson } from '../json-request.ts';
import { conditions, documents, failing, indexes } from './cases.ts';
import { differencesOf } from './known-differences.ts';

const realUrl = process.env.ROOKERY_TEST_RAVENDB_URL ?? '';
const database = `boosts-${randomBytes(4).toString('hex')}`;
const at = (path: string) => `/databases/${database}${path}`;
const answer = z.object({ Results: z.array(z.record(z.string(), z.unknown())) });
const identified = z.object({ '@metadata': z.object({ '@id': z.string() }) });

const nameOf = (map: string) =>
  `boosts/${String([...indexes.map((index) => index.map), ...failing].indexOf(map))}`;

const put = (url: string, map: string) =>
  sendJson(url, 'PUT', at('/admin/indexes'), {
    Indexes: [
      {
        Name: nameOf(map),
        Type: map.startsWith('map(') ? 'JavaScriptMap' : 'Map',
        Maps: [map],
        Fields: {
          Title: { Indexing: 'Search' },
          Body: { Indexing: 'Search' },
          __all_fields: { Storage: 'Yes' },
        },
        Configuration: { 'Indexing.Static.SearchEngineType': 'Lucene' },
      },
    ],
  });

async function results(url: string, query: string): Promise<Record<string, unknown>[]> {
  const body = { Query: query, WaitForNonStaleResults: true, WaitForNonStaleResultsTimeout: '00:00:20' };
  return answer.parse(await sendJson(url, 'POST', at('/queries'), body)).Results;
}

async function order(url: string, query: string): Promise<string[]> {
  return (await results(url, query)).map((result) => identified.parse(result)['@metadata']['@id']);
}

/** The values as texts, as a server stores numbers. */
async function stored(url: string, map: string): Promise<string[]> {
  const found = await results(url, `from index '${nameOf(map)}' select id() as Id, Title, N, L, Code`);
  return found.map(({ Id, Title, N, L, Code }) => JSON.stringify([Id, Title, String(N), L, Code])).sort();
}

describe('boosts of fields on rookeryd and on a real RavenDB', () => {
  if (realUrl === '') {
    test.skip(`${String(indexes.length)} indexes have equal orders: ROOKERY_TEST_RAVENDB_URL is not set`);
    return;
  }
  const ours = databaseOnBoth(realUrl, database, async (url) => {
    await sendJson(url, 'POST', at('/bulk_docs'), { Commands: documents });
  });

  test.each(indexes)('$map', async ({ map, ranked }) => {
    await Promise.all([put(ours, map), put(realUrl, map)]);
    expect(await stored(ours, map)).toEqual(await stored(realUrl, map));
    const different: string[] = [];
    for (const condition of conditions) {
      const query = `from index '${nameOf(map)}' where ${condition}${ranked ? '' : ' order by score()'}`;
      const [found, wanted] = await Promise.all([order(ours, query), order(realUrl, query)]);
      expect([...found].sort(), condition).toEqual([...wanted].sort());
      if (found.join() !== wanted.join()) different.push(condition);
    }
    expect({ map, different }).toEqual({ map, different: differencesOf(map) });
  });

  test.each(failing)('%s fails for each document', async (map) => {
    const errors = async (url: string) => {
      await put(url, map);
      const stats = z.object({ Results: z.array(z.object({ ErrorsCount: z.number() })) });
      const path = at(`/indexes/stats?name=${encodeURIComponent(nameOf(map))}`);
      for (;;) {
        const { Results } = stats.parse(await sendJson(url, 'GET', path));
        if ((Results[0]?.ErrorsCount ?? 0) >= documents.length) return Results[0]?.ErrorsCount;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    expect(await errors(ours)).toBe(await errors(realUrl));
  });
});

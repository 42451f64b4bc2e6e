/** Indexes over counters and time series on `rookeryd` and on a real RavenDB: the same entries, statistics and refusals. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { databaseOnBoth } from '../database-on-both.ts';
import { fetchJson, sendJson } from '../json-request.ts';
import { changes, counters, documents, indexes, queries, refused, series } from './cases.ts';

const realUrl = process.env.ROOKERY_TEST_RAVENDB_URL ?? '';
const database = `item-indexes-${randomBytes(4).toString('hex')}`;
const at = (path: string) => `/databases/${database}${path}`;

const execute = (url: string, commands: readonly unknown[]) =>
  sendJson(url, 'POST', at('/bulk_docs'), { Commands: commands });

async function fill(url: string): Promise<void> {
  await execute(url, [
    ...documents.map(([collection, Id, Name]) => ({
      Id,
      Type: 'PUT',
      Document: { Name, '@metadata': { '@collection': collection } },
    })),
    ...counters.map(([Id, CounterName, Delta]) => ({
      Id,
      Type: 'Counters',
      Counters: { DocumentId: Id, Operations: [{ Type: 'Increment', CounterName, Delta }] },
    })),
    ...series.map(([Id, Name, entries]) => ({
      Id,
      Type: 'TimeSeries',
      TimeSeries: {
        Name,
        Appends: entries.map(([Timestamp, Values, Tag]) => ({ Timestamp, Values, Tag })),
      },
    })),
  ]);
  await sendJson(url, 'PUT', at('/admin/indexes'), { Indexes: indexes });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withoutScores(result: unknown): unknown {
  if (!isRecord(result) || !isRecord(result['@metadata'])) return result;
  const metadata = Object.entries(result['@metadata']).filter(([name]) => name !== '@index-score');
  return { ...result, '@metadata': Object.fromEntries(metadata) };
}

async function answer(url: string, query: string, ordered: boolean): Promise<unknown> {
  const body = await sendJson(url, 'POST', at('/queries'), {
    Query: query,
    WaitForNonStaleResults: true,
    WaitForNonStaleResultsTimeout: '00:00:20',
  });
  if (!isRecord(body) || !Array.isArray(body.Results)) throw new Error(`No results answer ${query}`);
  expect(body.IsStale).toBe(false);
  const results = body.Results.map(withoutScores);
  // Two servers number segments and groups each in their own order.
  if (!ordered) results.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  return { total: body.TotalResults, results };
}

/** The first of the results of a route. */
async function first(url: string, path: string): Promise<Record<string, unknown>> {
  const body = await sendJson(url, 'GET', at(path));
  const found: unknown = isRecord(body) && Array.isArray(body.Results) ? body.Results[0] : undefined;
  if (!isRecord(found)) throw new Error(`${path} has no results`);
  return found;
}

async function definition(url: string, name: string): Promise<unknown> {
  const { SourceType, Type, ArchivedDataProcessingBehavior } = await first(
    url,
    `/indexes?name=${encodeURIComponent(name)}`,
  );
  return { SourceType, Type, ArchivedDataProcessingBehavior };
}

async function statistics(url: string, name: string): Promise<unknown> {
  const { SourceType, Type, EntriesCount, State, IsStale, ErrorsCount } = await first(
    url,
    `/indexes/stats?name=${encodeURIComponent(name)}`,
  );
  return { SourceType, Type, EntriesCount, State, IsStale, ErrorsCount };
}

describe('indexes over counters and time series on rookeryd and on a real RavenDB', () => {
  if (realUrl === '') {
    test.skip(`${String(indexes.length)} indexes have equal entries: ROOKERY_TEST_RAVENDB_URL is not set`);
    return;
  }
  const ours = databaseOnBoth(realUrl, database, fill);

  const expectEqual = async (query: string, ordered: boolean) =>
    expect(await answer(ours, query, ordered), query).toEqual(await answer(realUrl, query, ordered));

  test.each(indexes)('$Name: entries, definition, statistics', async ({ Name }) => {
    await expectEqual(`from index '${Name}'`, false);
    expect(await definition(ours, Name)).toEqual(await definition(realUrl, Name));
    expect(await statistics(ours, Name)).toEqual(await statistics(realUrl, Name));
  });

  test.each(queries)('%s', async (query) => {
    await expectEqual(query, query.includes('order by'));
  });

  test.each(refused)('refuses %j', async (index) => {
    const status = async (url: string) => {
      const body = { Indexes: [{ Name: 'Refused', ...index }] };
      return (await fetchJson(url, 'PUT', at('/admin/indexes'), body)).status;
    };
    expect(await status(realUrl)).toBe(500);
    expect([400, 500]).toContain(await status(ours));
  });

  test.each(changes)('follow %s', async (_, command) => {
    await Promise.all([execute(ours, [command]), execute(realUrl, [command])]);
    for (const { Name } of indexes) await expectEqual(`from index '${Name}'`, false);
  });
});

/** Queries of time series on `rookeryd` and on a real RavenDB: the same rows, includes and refusals. */
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { databaseOnBoth } from '../database-on-both.ts';
import { fetchJson, sendJson } from '../json-request.ts';
import { distinct, documents, parameters, queries, refused, series } from './cases.ts';

const realUrl = process.env.ROOKERY_TEST_RAVENDB_URL ?? '';
const database = `series-queries-${randomBytes(4).toString('hex')}`;

async function fill(url: string): Promise<void> {
  const puts = documents.map(([collection, { Id, ...members }]) => ({
    Id,
    Type: 'PUT',
    Document: { ...members, '@metadata': { '@collection': collection } },
  }));
  const appends = series.map(({ id, name, entries }) => ({
    Id: id,
    Type: 'TimeSeries',
    TimeSeries: {
      Name: name,
      Appends: entries.map(([Timestamp, Values, Tag]) => ({ Timestamp, Values, Tag })),
    },
  }));
  await sendJson(url, 'POST', `/databases/${database}/bulk_docs`, { Commands: [...puts, ...appends] });
  await sendJson(url, 'POST', `/databases/${database}/timeseries/names/config`, {
    Collection: 'Users',
    TimeSeries: 'HeartRate',
    ValueNames: ['Beats', 'Temperature'],
  });
}

const request = (query: string) => ({
  Query: query,
  QueryParameters: parameters,
  WaitForNonStaleResults: true,
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Numbers to twelve digits, without the metadata that two servers have each for themselves. */
function comparable(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(12));
  if (Array.isArray(value)) return value.map(comparable);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !['@change-vector', '@last-modified', '@index-score'].includes(name))
      .map(([name, member]) => [name, comparable(member)]),
  );
}

/** With what is left out of the page. */
async function paged(url: string, query: string): Promise<unknown> {
  const body = await sendJson(url, 'POST', `/databases/${database}/queries`, request(query));
  if (!isRecord(body)) throw new Error(`No object answers ${query}`);
  const { Results, TotalResults, SkippedResults, CappedMaxResults } = body;
  return comparable({ Results, TotalResults, SkippedResults, CappedMaxResults });
}

async function answer(url: string, query: string, options = ''): Promise<unknown> {
  const body = await sendJson(url, 'POST', `/databases/${database}/queries?${options}`, request(query));
  if (!isRecord(body)) throw new Error(`No object answers ${query}`);
  const { Results, TotalResults, TimeSeriesIncludes, TimeSeriesFields } = body;
  return comparable({ Results, TotalResults, TimeSeriesIncludes, TimeSeriesFields });
}

describe('time series in queries on rookeryd and on a real RavenDB', () => {
  if (realUrl === '') {
    test.skip(`${String(queries.length)} queries have equal results: ROOKERY_TEST_RAVENDB_URL is not set`);
    return;
  }
  const ours = databaseOnBoth(realUrl, database, fill);

  test.each(queries)('%s', async (query) => {
    expect(await answer(ours, query)).toEqual(await answer(realUrl, query));
  });

  test.each(distinct)('%s', async (query) => {
    expect(await paged(ours, query)).toEqual(await paged(realUrl, query));
  });

  test.each([
    'from Users as u order by id() select timeseries(from u.HeartRate where Value > 72)',
    'from Users as u order by id() select timeseries(from u.HeartRate where Value > 72) as x, u.Name',
    'from Users as u order by id() select timeseries(from u.Steps), u.Name',
  ])('names of values: %s', async (query) => {
    const options = 'addTimeSeriesNames=true';
    expect(await answer(ours, query, options)).toEqual(await answer(realUrl, query, options));
  });

  test.each(refused)('refuses timeseries(%s)', async (inside) => {
    const query = `from Users as u where id() = 'users/1' select timeseries(${inside})`;
    const status = async (url: string) =>
      (await fetchJson(url, 'POST', `/databases/${database}/queries`, request(query))).status;
    // A server calls each of them an internal error.
    expect(await status(realUrl)).toBe(500);
    expect([400, 500]).toContain(await status(ours));
  });
});

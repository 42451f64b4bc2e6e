/**
 * The same documents and queries on `rookeryd` and on a real RavenDB: the same results, order, totals and
 * projections, apart from a short list of known differences.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { queryCases } from './query-cases.ts';
import { Server } from './answer.ts';
import { knownDifferences } from './known-differences.ts';

const realUrl = process.env.ROOKERY_TEST_RAVENDB_URL ?? '';

describe('queries on rookeryd and on a real RavenDB', () => {
  if (realUrl === '') {
    test.skip(`${String(queryCases.length)} queries have equal results: ROOKERY_TEST_RAVENDB_URL is not set`);
    return;
  }
  const database = `queries-${randomBytes(4).toString('hex')}`;
  const ours = new Server(inject('serverUrl'), database);
  const real = new Server(realUrl, database);

  beforeAll(async () => {
    await Promise.all([ours.create(), real.create()]);
  });
  afterAll(async () => {
    await Promise.all([ours.remove(), real.remove()]);
  });

  test.each(queryCases)('$query', async (one) => {
    const wanted = await real.ask(one);
    const reason = knownDifferences.get(one.query);
    if (reason === undefined) {
      expect(await ours.ask(one)).toEqual(wanted);
      return;
    }
    const found: unknown = await ours.ask(one).catch((error: unknown) => error);
    expect(found, `This is answered alike now; take it off the list: ${reason}`).not.toEqual(wanted);
  });

  // No other query uses these fields, so no other test creates an index for them.
  test.each([
    "from Owners where Alone = 'x'",
    'from Owners order by Lonely',
    'from Owners group by Alone select Alone, count()',
  ])('%s, without auto-index creation', async (query) => {
    const both = () => Promise.all([ours.askWithoutNewIndex(query), real.askWithoutNewIndex(query)]);
    const refused = { status: 500, type: 'System.InvalidOperationException' };
    const answered = { status: 200, type: undefined };
    const [before, wanted] = await both();
    expect(wanted).toEqual(refused);
    expect(before).toEqual(refused);
    await Promise.all([ours.ask({ query }), real.ask({ query })]);
    expect(await both()).toEqual([answered, answered]);
  });

  test('includes every known difference in the queries', () => {
    const queries = new Set(queryCases.map((one) => one.query));
    expect([...knownDifferences.keys()].filter((query) => !queries.has(query))).toEqual([]);
  });
});

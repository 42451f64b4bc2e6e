/**
 * The same documents and the same queries on `rookeryd` and on a real RavenDB: the same results in the same order, the
 * same totals, the same projections, but for a short list of known differences.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { asked } from './asked.ts';
import { Server } from './answer.ts';
import { knownDifferences } from './known-differences.ts';

const realUrl = process.env.ROOKERY_TEST_RAVENDB_URL ?? '';

describe('queries on rookeryd and on a real RavenDB', () => {
  if (realUrl === '') {
    test.skip(`${String(asked.length)} queries are answered alike: ROOKERY_TEST_RAVENDB_URL names no server`);
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

  test.each(asked)('$query', async (one) => {
    const wanted = await real.ask(one);
    const reason = knownDifferences.get(one.query);
    if (reason === undefined) {
      expect(await ours.ask(one)).toEqual(wanted);
      return;
    }
    const found: unknown = await ours.ask(one).catch((error: unknown) => error);
    expect(found, `This is answered alike now; take it off the list: ${reason}`).not.toEqual(wanted);
  });

  // No other query asks for these fields, so nothing but this test makes an index with them.
  test.each([
    "from Owners where Alone = 'x'",
    'from Owners order by Lonely',
    'from Owners group by Alone select Alone, count()',
  ])('%s, making no index', async (query) => {
    const both = () => Promise.all([ours.askWithoutNewIndex(query), real.askWithoutNewIndex(query)]);
    const refused = { status: 500, type: 'System.InvalidOperationException' };
    const answered = { status: 200, type: undefined };
    const [before, wanted] = await both();
    expect(wanted).toEqual(refused);
    expect(before).toEqual(refused);
    await Promise.all([ours.ask({ query }), real.ask({ query })]);
    expect(await both()).toEqual([answered, answered]);
  });

  test('every known difference is asked', () => {
    const queries = new Set(asked.map((one) => one.query));
    expect([...knownDifferences.keys()].filter((query) => !queries.has(query))).toEqual([]);
  });
});

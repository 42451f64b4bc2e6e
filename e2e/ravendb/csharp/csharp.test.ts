/** C# maps and reduces on `rookeryd` and on a real RavenDB: the same entries, apart from known differences. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { expressions } from './expressions.ts';
import { knownDifferences } from './known-differences.ts';
import { maps, reduces, type CSharpIndex } from './maps.ts';
import { CSharpServer } from './server.ts';
import { withSources } from './sources.ts';

const realUrl = process.env.ROOKERY_TEST_RAVENDB_URL ?? '';
const cases: readonly (readonly [string, CSharpIndex])[] = [
  ...expressions.map(
    (text) => [text, { map: `from o in docs.Items select new { A = ${text} }`, fields: ['A'] }] as const,
  ),
  ...maps.map((index) => [index.map, index] as const),
  ...withSources.map((index) => [`${index.map} | ${JSON.stringify(index.sources)}`, index] as const),
  ...reduces.map((index) => [`${index.map} | ${index.reduce ?? ''}`, index] as const),
];

describe('C# indexes on rookeryd and on a real RavenDB', () => {
  test('are at least 120 different ones', () => {
    expect(new Set(cases.map(([name]) => name)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThanOrEqual(120);
    const names = new Set(cases.map(([name]) => name));
    expect([...knownDifferences.keys()].filter((name) => !names.has(name))).toEqual([]);
  });

  if (realUrl === '') {
    test.skip(`${String(cases.length)} C# indexes have equal entries: ROOKERY_TEST_RAVENDB_URL is not set`);
    return;
  }
  const database = `csharp-${randomBytes(4).toString('hex')}`;
  const ours = new CSharpServer(inject('serverUrl'), database);
  const real = new CSharpServer(realUrl, database);
  beforeAll(() => Promise.all([ours.create(), real.create()]));
  afterAll(() => Promise.all([ours.remove(), real.remove()]));

  test.each(cases)('%s', async (name, index) => {
    const [found, wanted] = await Promise.all([ours.entriesOf(index), real.entriesOf(index)]);
    const reason = knownDifferences.get(name);
    if (reason === undefined) expect(found).toEqual(wanted);
    else expect(found, `The entries are alike now; take it off the list: ${reason}`).not.toEqual(wanted);
  });
});

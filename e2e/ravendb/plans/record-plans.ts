/**
 * Records the plans that the query screen is tested with: `node e2e/ravendb/plans/record-plans.ts sandbox`, or
 * `… ravendb` with ROOKERY_TEST_RAVENDB_URL. The documents are those of `queries/documents.ts`, and times are replaced, so
 * that the same server writes the same files.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { format, resolveConfig } from 'prettier';
import { withTimings } from '../../../src/ui/rql/clauses.ts';
import { inRoot } from '../../../scripts/paths.ts';
import { startRookeryd } from '../../client/environment/rookeryd.ts';
import { Server } from '../queries/answer.ts';
import { luceneQueries, planQueries, type PlanQuery } from './plan-queries.ts';
import { withoutTimes } from './without-times.ts';

const folder = inRoot('src/features/query/plan/fixtures');

async function record(
  url: string,
  engine: 'Corax' | 'Lucene' | 'sandbox',
  queries: readonly PlanQuery[],
): Promise<void> {
  const settings =
    engine === 'sandbox'
      ? {}
      : { 'Indexing.Auto.SearchEngineType': engine, 'Indexing.Static.SearchEngineType': engine };
  const server = new Server(url, `queries-${randomBytes(4).toString('hex')}`, settings);
  const version = await server.version();
  await server.create();
  const plans: unknown[] = [];
  try {
    for (const { query, parameters } of queries) {
      const { IndexName, Timings } = await server.timingsOf(withTimings(query), parameters);
      plans.push({ query, answer: { IndexName, Timings: withoutTimes(Timings) } });
    }
  } finally {
    await server.remove();
  }
  const recorded = engine === 'sandbox' ? 'sandbox' : `ravendb-${version}-${engine.toLowerCase()}`;
  const file = join(folder, `${recorded}.json`);
  const text = JSON.stringify({
    server: engine === 'sandbox' ? 'sandbox' : `RavenDB ${version}`,
    engine,
    plans,
  });
  await mkdir(folder, { recursive: true });
  await writeFile(file, await format(text, { ...(await resolveConfig(file)), parser: 'json' }));
  console.log(`${recorded}.json: ${plans.length} plans`);
}

const [, , target] = process.argv;
const ravendb = process.env.ROOKERY_TEST_RAVENDB_URL;
if (target === 'sandbox') {
  const { url, end } = await startRookeryd();
  try {
    await record(url, 'sandbox', planQueries);
  } finally {
    await end();
  }
} else if (target === 'ravendb' && ravendb !== undefined) {
  await record(ravendb, 'Corax', planQueries);
  await record(ravendb, 'Lucene', luceneQueries);
} else {
  console.error(
    'node e2e/ravendb/plans/record-plans.ts sandbox|ravendb; ravendb needs ROOKERY_TEST_RAVENDB_URL',
  );
  process.exitCode = 2;
}

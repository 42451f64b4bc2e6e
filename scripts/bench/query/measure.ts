/** The figures of one server: indexing speed and query times. */
import { z } from 'zod';
import { percentile } from '../report.ts';
import { bulkLoad } from '../storage/bulk-load.ts';
import { diskUseAtRest } from '../storage/disk-use.ts';
import { progress } from '../storage/progress.ts';
import { send } from '../storage/send.ts';
import type { Side } from '../storage/sides.ts';
import type { Sizes } from '../storage/sizes.ts';
import { queries } from './queries.ts';
import { built, type Built } from './indexes.ts';

const WARM_UP = 20;
const TIMES = 100;
/** Rounds per query: limits the effect of a short disturbance on one of them. */
const ROUNDS = 5;

export interface Measured {
  /** Documents indexed per second, from creating the index until it is up to date. */
  readonly perSecond: ReadonlyMap<string, number>;
  readonly answers: Answers;
  /** Of the database with all its indexes, at rest. */
  readonly bytes: number;
}

/** Of each query, by its name. */
export type Answers = ReadonlyMap<string, Answer>;

export interface Answer {
  /** Milliseconds. */
  readonly p50: number;
  /** Matches. */
  readonly total: number;
}

const answer = z.object({ TotalResults: z.number(), IsStale: z.boolean(), IndexName: z.string() });

/** Creates a database with these settings. Another one has indexed and answered before, to warm up. */
export async function measured(
  side: Side,
  label: string,
  settings: Record<string, string>,
  { load, warmUp }: Sizes,
): Promise<Measured> {
  await side.createDatabase(`warm-${label}`, settings);
  await bulkLoad(side, `warm-${label}`, 0, warmUp, 'made-ahead', 'placed-orders');
  await buildAll(side, `warm-${label}`, warmUp);
  for (const text of Object.values(queries))
    for (let turn = 0; turn < WARM_UP; turn++) await query(side, `warm-${label}`, text);
  await send(side.url, 'DELETE', '/admin/databases', { DatabaseNames: [`warm-${label}`], HardDelete: true });

  const database = `shop-${label}`;
  await side.createDatabase(database, settings);
  progress(`${label}: ${load} documents`);
  await bulkLoad(side, database, 0, load, 'made-ahead', 'placed-orders');
  const perSecond = await buildAll(side, database, load);
  progress(`${label}: queries`);
  const answers = await timeQueries(side, database, queries);
  progress(`${label}: waiting for its disk to be quiet`);
  return { perSecond, answers, bytes: await diskUseAtRest(side.databaseFolder(database)) };
}

export async function timeQueries(
  side: Side,
  database: string,
  texts: Readonly<Record<string, string>>,
): Promise<Answers> {
  const [times, totals] = [new Map<string, number[]>(), new Map<string, number>()];
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, text] of Object.entries(texts)) {
      const ofQuery = times.get(name) ?? [];
      times.set(name, ofQuery);
      for (let turn = -WARM_UP; turn < TIMES; turn++) {
        const begun = performance.now();
        const { TotalResults } = await query(side, database, text);
        if (turn >= 0) ofQuery.push(performance.now() - begun);
        totals.set(name, TotalResults);
      }
    }
  return new Map(
    [...times].map(([name, of]) => [name, { p50: percentile(of, 0.5), total: totals.get(name) ?? 0 }]),
  );
}

/** One index after the other; documents per second of each. */
export async function buildAll(
  side: Side,
  database: string,
  documents: number,
  names: readonly string[] = Object.keys(built),
): Promise<ReadonlyMap<string, number>> {
  const perSecond = new Map<string, number>();
  for (const name of names) {
    const index = built[name];
    if (!index) throw new Error(`there is no index '${name}'`);
    progress(`${database}: the index '${name}'`);
    const begun = performance.now();
    await build(side, database, index, name === 'auto');
    perSecond.set(name, documents / ((performance.now() - begun) / 1000));
  }
  return perSecond;
}

async function build(side: Side, database: string, index: Built, automatic: boolean): Promise<void> {
  if (index.definition)
    await send(side.url, 'PUT', `/databases/${database}/admin/indexes`, { Indexes: [index.definition] });
  for (;;) {
    const { IsStale, IndexName } = await query(side, database, index.query, true);
    if (automatic !== IndexName.startsWith('Auto/'))
      throw new Error(`${side.name} answered from ${IndexName}`);
    if (!IsStale) return;
  }
}

async function query(
  side: Side,
  database: string,
  text: string,
  waits = false,
): Promise<z.infer<typeof answer>> {
  const body = waits
    ? { Query: text, WaitForNonStaleResults: true, WaitForNonStaleResultsTimeout: '00:10:00' }
    : { Query: text };
  return answer.parse(
    JSON.parse(await send(side.url, 'POST', `/databases/${database}/queries?disableCaching=true`, body)),
  );
}

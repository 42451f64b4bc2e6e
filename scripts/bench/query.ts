/**
 * Queries and the index under them: `npm run bench -- query [--quick] [--alone]`. The same documents and the same texts on
 * both sides, one side after the other; a figure is ours beside theirs.
 */
import { z } from 'zod';
import { buildNative } from '../build-native.ts';
import { asked, building } from './query/asked.ts';
import { percentile, report } from './report.ts';
import { bulkLoad } from './storage/bulk-load.ts';
import { progress } from './storage/progress.ts';
import { closeConnections, send } from './storage/send.ts';
import { startRavendb, startRookeryd, type Side } from './storage/sides.ts';
import { sizesAskedFor, type Sizes } from './storage/sizes.ts';

const DATABASE = 'shop';
const WARM_UP = 20;
const TIMES = 200;

interface Measured {
  /** Documents indexed in a second, from the query that makes the index until it is up to date. */
  readonly perSecond: number;
  readonly peakMegabytes: number | undefined;
  readonly p50: ReadonlyMap<string, number>;
  readonly totals: ReadonlyMap<string, number>;
}

const answer = z.object({ TotalResults: z.number(), IsStale: z.boolean(), IndexName: z.string() });

export async function run(args: readonly string[]): Promise<void> {
  const sizes = sizesAskedFor(args);
  if (sizes.quick) progress('a quick run: its figures say that the bench works, and nothing else');
  await buildNative('release');
  const theirs = sizes.alone ? undefined : await measuredOn(await startRavendb(), sizes);
  const ours = await measuredOn(await startRookeryd(), sizes);
  if (!ours) throw new Error('rookeryd did not start');
  beside('index-build', ours.perSecond, theirs?.perSecond, 'documents/s');
  for (const [name, p50] of ours.p50) {
    const total = { total: ours.totals.get(name), total_ravendb: theirs?.totals.get(name) ?? null };
    beside(`p50-${name}`, p50, theirs?.p50.get(name), 'ms', total);
  }
  if (ours.peakMegabytes !== undefined)
    report('query', 'build-memory', ours.peakMegabytes, { documents: sizes.load });
  closeConnections();
}

function beside(
  metric: string,
  rookeryd: number,
  ravendb: number | undefined,
  of: string,
  extra: Record<string, unknown> = {},
): void {
  const sides = { rookeryd: round(rookeryd), ravendb: ravendb === undefined ? null : round(ravendb), of };
  if (ravendb !== undefined) report('query', metric, rookeryd / ravendb, { ...sides, ...extra });
  else
    console.log(
      JSON.stringify({ bench: 'query', metric, skipped: 'no RavenDB to compare with', ...sides, ...extra }),
    );
}

async function measuredOn(side: Side | undefined, { load, warmUp }: Sizes): Promise<Measured | undefined> {
  if (!side) return undefined;
  try {
    // A server that has indexed and answered before: nothing is measured cold.
    await side.createDatabase('warm');
    await bulkLoad(side, 'warm', 0, warmUp);
    await untilUpToDate(side, 'warm');
    for (const text of Object.values(asked)) await query(side, 'warm', text);

    await side.createDatabase(DATABASE);
    progress(`${side.name}: ${load} documents`);
    await bulkLoad(side, DATABASE, 0, load);
    progress(`${side.name}: the index`);
    const start = performance.now();
    await untilUpToDate(side, DATABASE);
    const perSecond = load / ((performance.now() - start) / 1000);
    const [p50, totals] = [new Map<string, number>(), new Map<string, number>()];
    for (const [name, text] of Object.entries(asked)) {
      const times: number[] = [];
      for (let turn = -WARM_UP; turn < TIMES; turn++) {
        const begun = performance.now();
        const { TotalResults } = await query(side, DATABASE, text);
        if (turn >= 0) times.push(performance.now() - begun);
        totals.set(name, TotalResults);
      }
      p50.set(name, percentile(times, 0.5));
    }
    const memory = await side.memory();
    return { perSecond, peakMegabytes: memory && memory.peak / (1 << 20), p50, totals };
  } finally {
    await side.remove();
  }
}

async function untilUpToDate(side: Side, database: string): Promise<void> {
  for (;;) {
    const { IsStale, IndexName } = await query(side, database, building, true);
    if (!IndexName.startsWith('Auto/')) throw new Error(`${side.name} answered from ${IndexName}`);
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

const round = (value: number): number => Math.round(value * 1000) / 1000;

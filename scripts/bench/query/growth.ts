/**
 * Databases of growing sizes, on rookeryd and on RavenDB (Corax), one after the other. At each size, in a database of its
 * own: an index of six fields, one of them full-text, and one of an array field; queries of both; disk and memory.
 */
import { reportFigure, reportMemory, reportRatio } from '../both-sides.ts';
import { bulkLoad } from '../storage/bulk-load.ts';
import { diskUseAtRest, LARGE_LOAD_MS } from '../storage/disk-use.ts';
import { progress } from '../storage/progress.ts';
import { send } from '../storage/send.ts';
import { startRavendb, startRookeryd, type Side } from '../storage/sides.ts';
import type { GrowthSize, Sizes } from '../storage/sizes.ts';
import { engineSettings } from './engines.ts';
import { buildAll, timeQueries, type Answers } from './measure.ts';
import { ofMixed } from './queries.ts';
import { differingTotals } from './totals.ts';

const INDEXES = ['mixed', 'array'] as const;

interface Step {
  readonly perSecond: ReadonlyMap<string, number>;
  readonly answers: Answers;
  /** Of the database with its indexes, at rest. */
  readonly bytes: number;
  /** Resident, at most, while the indexes are built; undefined where the system does not report it. */
  readonly peak: number | undefined;
}

type Steps = ReadonlyMap<GrowthSize['name'], Step>;

export async function growth(sizes: Sizes): Promise<void> {
  const ravendb = sizes.alone ? undefined : await startRavendb();
  const theirs = ravendb && (await measured(ravendb, engineSettings('Corax'), sizes));
  const ours = await measured(await startRookeryd(), {}, sizes);
  const failed = sizes.growth.flatMap(({ name, documents }) => {
    const [mine, other] = [ours.get(name), theirs?.get(name)];
    return mine ? reportStep(name, documents, mine, other) : [];
  });
  if (failed.length > 0) throw new Error(`other totals than on RavenDB: ${failed.join(', ')}`);
}

async function measured(
  side: Side,
  settings: Record<string, string>,
  { growth: sizes, warmUp }: Sizes,
): Promise<Steps> {
  try {
    await step(side, 'warm', settings, warmUp);
    const steps = new Map<GrowthSize['name'], Step>();
    for (const { name, documents } of sizes)
      steps.set(name, await step(side, `growth-${name}`, settings, documents));
    return steps;
  } finally {
    await side.remove();
  }
}

async function step(
  side: Side,
  database: string,
  settings: Record<string, string>,
  documents: number,
): Promise<Step> {
  await side.createDatabase(database, settings);
  progress(`${side.name}: ${documents} documents`);
  await bulkLoad(side, database, 0, documents, 'made-on-the-way');
  await side.forgetPeak();
  const perSecond = await buildAll(side, database, documents, INDEXES);
  const memory = await side.memory();
  progress(`${side.name}: queries over ${documents} documents`);
  const answers = await timeQueries(side, database, ofMixed);
  const bytes = await diskUseAtRest(side.databaseFolder(database), undefined, LARGE_LOAD_MS);
  await send(side.url, 'DELETE', '/admin/databases', { DatabaseNames: [database], HardDelete: true });
  return { perSecond, answers, bytes, peak: memory?.peak };
}

/** Returns the metrics whose totals differ. */
function reportStep(
  name: GrowthSize['name'],
  documents: number,
  ours: Step,
  theirs: Step | undefined,
): string[] {
  const ratio = (metric: string, pick: (step: Step) => number, of: string, extra = {}): void =>
    reportRatio(
      'query',
      `growth-${metric}-${name}`,
      { rookeryd: pick(ours), ravendb: theirs && pick(theirs), of },
      { documents, ...extra },
    );
  const rate =
    (index: (typeof INDEXES)[number]) =>
    ({ perSecond }: Step): number =>
      perSecond.get(index) ?? Number.NaN;
  ratio('index-build', rate('mixed'), 'documents/s');
  ratio('index-build-array', rate('array'), 'documents/s');
  const failed: string[] = [];
  for (const [query, { p50, total }] of ours.answers) {
    const [metric, other] = [`growth-${metricOf(query)}-${name}`, theirs?.answers.get(query)];
    const totals = { total, total_ravendb: other?.total ?? null };
    if (other && other.total !== total) failed.push(differingTotals(metric, totals));
    else reportFigure('query', metric, { rookeryd: p50, ravendb: other?.p50 }, { documents, ...totals });
  }
  ratio('disk', ({ bytes }) => bytes / documents, 'bytes per document', {
    total: ours.bytes,
    ravendb_total: theirs?.bytes ?? null,
  });
  const peaks = { rookeryd: ours.peak, ravendb: theirs?.peak };
  reportMemory('query', `growth-memory-${name}`, peaks, { documents });
  return failed;
}

/** `order-by-mixed` is `order-by` here. */
const metricOf = (query: string): string => query.replace(/-(?:mixed|array)$/, '');

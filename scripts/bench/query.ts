/**
 * Query and indexing speed: `npm run bench -- query [--quick] [--alone] [--large]`. The same documents, indexes and
 * queries on rookeryd and on both engines of a RavenDB, one after the other; the reference is the faster RavenDB
 * engine. `--large`: a million documents on rookeryd, with its memory use.
 */
import { buildNative } from '../build-native.ts';
import { buildAll, measured, type Measured } from './query/measure.ts';
import { report } from './report.ts';
import { bulkLoad } from './storage/bulk-load.ts';
import { progress } from './storage/progress.ts';
import { closeConnections } from './storage/send.ts';
import { startRavendb, startRookeryd, type Side } from './storage/sides.ts';
import { parseSizes, type Sizes } from './storage/sizes.ts';

/** By engine. */
interface Theirs {
  readonly corax: Measured;
  readonly lucene: Measured;
}

export async function run(args: readonly string[]): Promise<void> {
  const sizes = parseSizes(args);
  if (sizes.quick) progress('a quick run: its figures say that the bench works, and nothing else');
  await buildNative('release');
  const theirs = sizes.alone ? undefined : await onRavendb(sizes);
  const ours = await withSide(await startRookeryd(), (side) => measured(side, 'rookeryd', {}, sizes));
  for (const [name, rate] of ours.perSecond)
    beside(`index-build-${name}`, rate, theirs, (one) => one.perSecond.get(name), 'documents/s');
  for (const [name, p50] of ours.p50) {
    const total = { total: ours.totals.get(name), total_ravendb: theirs?.corax.totals.get(name) ?? null };
    beside(`p50-${name}`, p50, theirs, (one) => one.p50.get(name), 'ms', total);
  }
  if (sizes.large > 0) await million(sizes.quick ? sizes.load : 1_000_000);
  closeConnections();
}

/** Undefined without a RavenDB. */
async function onRavendb(sizes: Sizes): Promise<Theirs | undefined> {
  const side = await startRavendb();
  if (!side) return undefined;
  return withSide(side, async () => ({
    corax: await measured(side, 'corax', engineSettings('Corax'), sizes),
    lucene: await measured(side, 'lucene', engineSettings('Lucene'), sizes),
  }));
}

const engineSettings = (engine: string): Record<string, string> => ({
  'Indexing.Auto.SearchEngineType': engine,
  'Indexing.Static.SearchEngineType': engine,
});

async function million(documents: number): Promise<void> {
  await withSide(await startRookeryd(), async (side) => {
    await side.createDatabase('large');
    progress(`${documents} documents on our side`);
    await bulkLoad(side, 'large', 0, documents, 'made-on-the-way', 'placed-orders');
    const loading = await side.memory();
    await side.forgetPeak();
    const rates = Object.fromEntries(await buildAll(side, 'large', documents));
    const memory = await side.memory();
    if (memory) {
      const whileLoading = Math.round((loading?.peak ?? 0) / (1 << 20));
      report('query', 'build-memory', memory.peak / (1 << 20), {
        documents,
        while_loading: whileLoading,
        ...rates,
      });
    } else
      skipped('build-memory', 'the system does not tell the memory of a process', { documents, ...rates });
  });
}

async function withSide<T>(side: Side, use: (side: Side) => Promise<T>): Promise<T> {
  try {
    return await use(side);
  } finally {
    await side.remove();
  }
}

function beside(
  metric: string,
  rookeryd: number,
  theirs: Theirs | undefined,
  figure: (one: Measured) => number | undefined,
  of: string,
  extra: Record<string, unknown> = {},
): void {
  const ours = { rookeryd: round(rookeryd), of, ...extra };
  if (!theirs) {
    skipped(metric, 'no RavenDB to compare with', ours);
    return;
  }
  const figureOf = (engine: keyof Theirs): number => {
    const value = figure(theirs[engine]);
    if (value === undefined) throw new Error(`${engine} has no figure ${metric}`);
    return value;
  };
  const [corax, lucene] = [figureOf('corax'), figureOf('lucene')];
  const better = (of === 'ms' ? Math.min : Math.max)(corax, lucene);
  report('query', metric, rookeryd / better, { ...ours, corax: round(corax), lucene: round(lucene) });
}

const skipped = (metric: string, reason: string, extra: Record<string, unknown>): void =>
  console.log(JSON.stringify({ bench: 'query', metric, skipped: reason, ...extra }));

const round = (value: number): number => Math.round(value * 1000) / 1000;

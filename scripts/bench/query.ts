/**
 * Query and indexing speed: `npm run bench -- query [--quick] [--alone] [--large] [--only rows]`. The same documents,
 * indexes and queries on rookeryd and on both engines of a RavenDB, one after the other; the reference is the better
 * RavenDB engine. `--large` adds the rows `growth` (up to four million documents, with RavenDB's Corax) and `memory` (a
 * million documents on rookeryd).
 */
import { buildNative } from '../build-native.ts';
import { round, skipped } from './both-sides.ts';
import { engineSettings } from './query/engines.ts';
import { growth } from './query/growth.ts';
import { buildAll, measured, type Measured } from './query/measure.ts';
import { differingTotals } from './query/totals.ts';
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

const rows: Record<string, (sizes: Sizes) => Promise<void>> = { compare, growth, memory: million };

export async function run(args: readonly string[]): Promise<void> {
  const sizes = parseSizes(args);
  const unknown = sizes.only.filter((name) => !(name in rows));
  if (unknown.length > 0) throw new Error(`--only takes some of: ${Object.keys(rows).join(', ')}`);
  if (sizes.quick) progress('a quick run: its figures say that the bench works, and nothing else');
  await buildNative('release');
  for (const [name, row] of Object.entries(rows)) {
    if (sizes.only.length > 0 ? !sizes.only.includes(name) : name !== 'compare' && sizes.large === 0)
      continue;
    try {
      await row(sizes);
    } catch (thrown) {
      // The other rows are still reported, but the run has failed.
      process.exitCode = 1;
      progress(`${name} failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
  }
  closeConnections();
}

async function compare(sizes: Sizes): Promise<void> {
  const theirs = sizes.alone ? undefined : await onRavendb(sizes);
  const ours = await withSide(await startRookeryd(), (side) => measured(side, 'rookeryd', {}, sizes));
  for (const [name, rate] of ours.perSecond)
    compareEngines(`index-build-${name}`, rate, theirs, (one) => one.perSecond.get(name), 'documents/s');
  const failed: string[] = [];
  for (const [name, { p50, total }] of ours.answers) {
    const metric = `p50-${name}`;
    const totals = {
      total,
      total_corax: theirs?.corax.answers.get(name)?.total ?? null,
      total_lucene: theirs?.lucene.answers.get(name)?.total ?? null,
    };
    // The engines of RavenDB differ from each other in spatial queries: the totals of Corax decide.
    if (theirs && total !== totals.total_corax) failed.push(differingTotals(metric, totals));
    else compareEngines(metric, p50, theirs, (one) => one.answers.get(name)?.p50, 'ms', totals);
  }
  compareEngines('disk-with-indexes', ours.bytes, theirs, (one) => one.bytes, 'bytes', {
    documents: sizes.load,
  });
  if (failed.length > 0) throw new Error(`other totals than on RavenDB: ${failed.join(', ')}`);
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

async function million({ quick, load }: Sizes): Promise<void> {
  const documents = quick ? load : 1_000_000;
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
      skipped('query', 'build-memory', 'the system does not tell the memory of a process', {
        documents,
        ...rates,
      });
  });
}

async function withSide<T>(side: Side, use: (side: Side) => Promise<T>): Promise<T> {
  try {
    return await use(side);
  } finally {
    await side.remove();
  }
}

/** The value is the ratio to the better engine: the lower figure of ms and bytes, the higher one of rates. */
function compareEngines(
  metric: string,
  rookeryd: number,
  theirs: Theirs | undefined,
  figure: (one: Measured) => number | undefined,
  of: 'ms' | 'bytes' | 'documents/s',
  extra: Record<string, unknown> = {},
): void {
  const ours = { rookeryd: round(rookeryd), of, ...extra };
  if (!theirs) {
    skipped('query', metric, 'no RavenDB to compare with', ours);
    return;
  }
  const figureOf = (engine: keyof Theirs): number => {
    const value = figure(theirs[engine]);
    if (value === undefined) throw new Error(`${engine} has no figure ${metric}`);
    return value;
  };
  const [corax, lucene] = [figureOf('corax'), figureOf('lucene')];
  const better = (of === 'documents/s' ? Math.max : Math.min)(corax, lucene);
  report('query', metric, rookeryd / better, { ...ours, corax: round(corax), lucene: round(lucene) });
}

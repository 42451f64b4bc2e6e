/**
 * Single requests on a busy server: `npm run bench -- isolation [--quick] [--alone]`. Latency of single reads and
 * writes while another client sends batches of 500 documents without a pause and an index over the collection is being
 * built, and on the same database without this load. On rookeryd and on a RavenDB, one after the other.
 */
import { buildNative } from '../build-native.ts';
import { reportFigure, round } from './both-sides.ts';
import { measureLatencies, type Latencies, type Measured } from './isolation/latencies.ts';
import { underLoad, type Load } from './isolation/load.ts';
import { bulkLoad } from './storage/bulk-load.ts';
import { diskUseAtRest } from './storage/disk-use.ts';
import { progress } from './storage/progress.ts';
import { closeConnections } from './storage/send.ts';
import { startRavendb, startRookeryd, type Side } from './storage/sides.ts';
import { parseSizes, type Sizes } from './storage/sizes.ts';

const DATABASE = 'busy';

interface Isolation {
  readonly quiet: Measured;
  readonly busy: Measured;
  readonly load: Load;
}

export async function run(args: readonly string[]): Promise<void> {
  const sizes = parseSizes(args);
  if (sizes.quick) progress('a quick run: its figures say that the bench works, and nothing else');
  await buildNative('release');
  const ravendb = sizes.alone ? undefined : await startRavendb();
  const theirs = ravendb && (await measured(ravendb, sizes));
  const ours = await measured(await startRookeryd(), sizes);
  for (const kind of ['reads', 'writes'] as const)
    for (const phase of ['busy', 'quiet'] as const) {
      const [rookeryd, other] = [ours[phase][kind], theirs?.[phase][kind]];
      reportFigure(
        'isolation',
        `${kind === 'reads' ? 'read' : 'write'}-p99-${phase}`,
        { rookeryd: rookeryd.p99, ravendb: other?.p99 },
        {
          ...details(rookeryd),
          ...(phase === 'busy' ? loadDetails(ours.load) : {}),
          on_ravendb: other
            ? { ...details(other), ...(phase === 'busy' && theirs ? loadDetails(theirs.load) : {}) }
            : null,
          documents: sizes.load,
        },
      );
    }
  closeConnections();
}

async function measured(side: Side, { load: documents, quick }: Sizes): Promise<Isolation> {
  const seconds = quick ? 2 : 20;
  const measure = (prefix: string, long = seconds): Promise<Measured> =>
    measureLatencies(side, DATABASE, documents, long, prefix);
  try {
    await side.createDatabase(DATABASE);
    progress(`${side.name}: ${documents} documents`);
    await bulkLoad(side, DATABASE, 0, documents, 'made-on-the-way');
    await diskUseAtRest(side.databaseFolder(DATABASE));
    progress(`${side.name}: single requests without a load`);
    await measure('warm/', seconds / 4);
    const quiet = await measure('quiet/');
    progress(`${side.name}: single requests during batches and the building of indexes`);
    const [busy, load] = await underLoad(side, DATABASE, documents, seconds / 4, () => measure('busy/'));
    return { quiet, busy, load };
  } finally {
    await side.remove();
  }
}

const details = ({ p50, worst, count }: Latencies): Record<string, number> => ({
  p50: round(p50),
  worst: round(worst),
  count,
});

const loadDetails = ({ batchesPerSecond, indexedPerSecond, builds }: Load): Record<string, number> => ({
  batches_per_s: round(batchesPerSecond),
  indexed_per_s: Math.round(indexedPerSecond),
  indexes_built: builds,
});

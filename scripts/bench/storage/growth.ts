/**
 * One database that grows, on rookeryd and on RavenDB, one after the other. At each size: the bulk insert that reached
 * it, reads over all documents, size on disk, memory. The rate of a bulk insert is that of its own documents: those that
 * were added since the size before.
 */
import { megabytes, reportMemory, reportRatio } from '../both-sides.ts';
import { bulkLoad } from './bulk-load.ts';
import { diskUseAtRest, LARGE_LOAD_MS } from './disk-use.ts';
import { randomReads } from './measure-side.ts';
import { progress } from './progress.ts';
import type { Requests } from './request-outcome.ts';
import { send } from './send.ts';
import { startRavendb, startRookeryd, type Side } from './sides.ts';
import type { GrowthSize, Sizes } from './sizes.ts';

const DATABASE = 'growth';
/** Documents of one bulk insert. */
const PIECE = 500_000;

interface Step {
  readonly added: number;
  /** Documents per second of the added ones. */
  readonly perSecond: number;
  readonly reads: Requests;
  readonly bytes: number;
  /** Resident, over load and reads; undefined where the system does not report it. */
  readonly memory: { readonly now: number; readonly peak: number } | undefined;
}

type Steps = ReadonlyMap<GrowthSize['name'], Step>;

export async function growth(sizes: Sizes): Promise<void> {
  const ravendb = sizes.alone ? undefined : await startRavendb();
  const theirs = ravendb && (await measured(ravendb, sizes));
  const ours = await measured(await startRookeryd(), sizes);
  for (const { name, documents } of sizes.growth) {
    const [mine, other] = [ours.get(name), theirs?.get(name)];
    if (mine) reportStep(name, documents, mine, other);
  }
}

async function measured(side: Side, { growth: sizes, warmUp, seconds }: Sizes): Promise<Steps> {
  try {
    await side.createDatabase('warm');
    await bulkLoad(side, 'warm', 0, warmUp, 'made-on-the-way');
    await randomReads(side, 'warm', warmUp, 1);
    await send(side.url, 'DELETE', '/admin/databases', { DatabaseNames: ['warm'], HardDelete: true });
    await side.createDatabase(DATABASE);
    const steps = new Map<GrowthSize['name'], Step>();
    let present = 0;
    for (const { name, documents } of sizes) {
      const added = documents - present;
      progress(`${side.name}: from ${present} to ${documents} documents`);
      await side.forgetPeak();
      const took = await secondsOfLoad(side, present, documents);
      present = documents;
      const bytes = await diskUseAtRest(side.databaseFolder(DATABASE), undefined, LARGE_LOAD_MS);
      const reads = await randomReads(side, DATABASE, documents, seconds);
      const memory = await side.memory();
      steps.set(name, { added, perSecond: added / took, reads, bytes, memory });
    }
    return steps;
  } finally {
    await side.remove();
  }
}

/** In requests of which each is complete in the sender's memory before its clock starts. */
async function secondsOfLoad(side: Side, from: number, to: number): Promise<number> {
  let seconds = 0;
  for (let at = from; at < to; at += PIECE)
    seconds += (await bulkLoad(side, DATABASE, at, Math.min(PIECE, to - at))).seconds;
  return seconds;
}

function reportStep(name: GrowthSize['name'], documents: number, ours: Step, theirs: Step | undefined): void {
  const row = (
    metric: string,
    pick: (step: Step) => number,
    of: string,
    extra: Record<string, unknown>,
  ): void =>
    reportRatio(
      'storage',
      `growth-${metric}-${name}`,
      { rookeryd: pick(ours), ravendb: theirs && pick(theirs), of },
      { documents, ...extra },
    );
  row('bulk-insert', ({ perSecond }) => perSecond, 'documents/s', { of_added: ours.added });
  row('reads', ({ reads }) => reads.perSecond, 'requests/s', {
    connections: 16,
    p99: ours.reads.p99,
    ravendb_p99: theirs?.reads.p99 ?? null,
  });
  row('disk', ({ bytes }) => bytes / documents, 'bytes per document', {
    total: ours.bytes,
    ravendb_total: theirs?.bytes ?? null,
  });
  reportMemory(
    'storage',
    `growth-memory-${name}`,
    { rookeryd: ours.memory?.peak, ravendb: theirs?.memory?.peak },
    { now: wholeMegabytes(ours), ravendb_now: theirs ? wholeMegabytes(theirs) : null, documents },
  );
}

const wholeMegabytes = ({ memory }: Step): number | null =>
  memory ? Math.round(megabytes(memory.now)) : null;

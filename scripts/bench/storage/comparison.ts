/**
 * Rows that compare rookeryd with a real RavenDB: load, size on disk, reads, single puts. One server runs at a
 * time.
 */
import { reportRatio, round } from '../both-sides.ts';
import { report } from '../report.ts';
import { measureLoad, measureSide, type Measured } from './measure-side.ts';
import { progress } from './progress.ts';
import { startRavendb, startRookeryd } from './sides.ts';
import type { Sizes } from './sizes.ts';

export async function compare(sizes: Sizes): Promise<void> {
  const theirs = sizes.alone ? undefined : await measuredRavendb(sizes);
  const rookeryd = await startRookeryd();
  let ours: Measured;
  try {
    ours = await measureSide(rookeryd, sizes);
  } finally {
    await rookeryd.remove();
  }
  const row = (
    metric: string,
    pick: (side: Measured) => number,
    unit: string,
    extra: Record<string, unknown> = {},
  ): void => {
    reportRatio(
      'storage',
      metric,
      { rookeryd: pick(ours), ravendb: theirs && pick(theirs), of: unit },
      extra,
    );
  };
  const { documents, bytes } = ours.load;
  row('bulk-insert', ({ load }) => load.perSecond, 'documents/s', {
    documents,
    bytes_per_document: Math.round(bytes / documents),
  });
  row('put-per-second', ({ puts }) => puts.perSecond, 'requests/s', { connections: 64 });
  row('put-p50', ({ puts }) => puts.p50, 'ms', { connections: 64 });
  row('put-p99', ({ puts }) => puts.p99, 'ms', { connections: 64 });
  row('random-reads', ({ reads }) => reads.perSecond, 'requests/s', { connections: 16 });
  row('disk-per-document', ({ bytesPerDocument }) => bytesPerDocument, 'bytes', {
    times_raw: round(ours.bytesPerDocument / (bytes / documents)),
  });
}

async function measuredRavendb(sizes: Sizes): Promise<Measured | undefined> {
  progress('starting RavenDB');
  const side = await startRavendb();
  if (!side) return undefined;
  try {
    return await measureSide(side, sizes);
  } finally {
    await side.remove();
  }
}

/** The load with 5 ms added to every sync. RavenDB has no such switch, so it runs on rookeryd only. */
export async function slowSyncs(sizes: Sizes): Promise<void> {
  const side = await startRookeryd({ env: { ROOKERY_SYNC_DELAY_MS: '5' } });
  try {
    const { perSecond } = await measureLoad(side, sizes);
    report('storage', 'bulk-insert-slow-sync', perSecond, { sync_delay_ms: 5, side: 'rookeryd only' });
  } finally {
    await side.remove();
  }
}

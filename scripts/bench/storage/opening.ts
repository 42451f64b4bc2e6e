/** Latency of the first request to a closed database, after a clean close and after a crash during writes. */
import { percentile, report } from '../report.ts';
import { bulkLoad } from './bulk-load.ts';
import { idOf } from './documents.ts';
import { progress } from './progress.ts';
import { send } from './send.ts';
import { startRookeryd, type Side } from './sides.ts';
import type { Sizes } from './sizes.ts';

const RUNS = 3;

export async function opening({ open: documents }: Sizes): Promise<void> {
  progress(`opening: bulk insert of ${documents} documents`);
  let side = await startRookeryd();
  const { folder } = side;
  try {
    await side.createDatabase('bench');
    await bulkLoad(side, 'bench', 0, documents, 'made-on-the-way');
    const clean: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      await side.end('SIGTERM');
      side = await startRookeryd({ folder });
      clean.push(await firstRead(side, documents));
    }
    report('storage', 'open-clean', percentile(clean, 0.5), { runs: RUNS, worst: worst(clean), documents });

    const killed: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      progress('opening: a load, and a kill as soon as it is acknowledged');
      await bulkLoad(side, 'bench', documents + (run * documents) / 10, documents / 10);
      await side.end('SIGKILL');
      side = await startRookeryd({ folder });
      killed.push(await firstRead(side, documents));
      // Acknowledged documents exist.
      await send(
        side.url,
        'GET',
        `/databases/bench/docs?id=${idOf(documents + ((run + 1) * documents) / 10 - 1)}`,
      );
    }
    report('storage', 'open-killed', percentile(killed, 0.5), {
      runs: RUNS,
      worst: worst(killed),
      documents,
    });
  } finally {
    await side.remove();
  }
}

/** Seconds; the server is running, the database is closed. */
async function firstRead(side: Side, documents: number): Promise<number> {
  const started = performance.now();
  await send(side.url, 'GET', `/databases/bench/docs?id=${idOf(Math.floor(documents / 2))}`);
  return (performance.now() - started) / 1000;
}

const worst = (seconds: readonly number[]): number => Math.round(Math.max(...seconds) * 1000) / 1000;

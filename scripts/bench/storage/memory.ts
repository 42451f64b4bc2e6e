import { report } from '../report.ts';
import { bulkLoad } from './bulk-load.ts';
import { progress } from './progress.ts';
import { startRookeryd } from './sides.ts';
import type { Sizes } from './sizes.ts';

/** Resident memory of the server over a very long bulk insert: the peak, and afterwards. */
export async function memoryOfLargeLoad({ large }: Sizes): Promise<void> {
  const side = await startRookeryd();
  try {
    await side.createDatabase('bench');
    progress(`memory: bulk insert of ${large} documents`);
    const watch = setInterval(() => {
      void side.memory().then((memory) => progress(`memory: ${megabytes(memory?.now)} MB now`));
    }, 20_000);
    const load = await bulkLoad(side, 'bench', 0, large, 'made-on-the-way').finally(() =>
      clearInterval(watch),
    );
    const memory = await side.memory();
    if (!memory) {
      console.log(
        JSON.stringify({ bench: 'storage', metric: 'memory-large', skipped: 'no /proc to read it from' }),
      );
      return;
    }
    report('storage', 'memory-large', memory.peak / (1 << 20), {
      documents: large,
      at_the_end: megabytes(memory.now),
      seconds: Math.round(load.seconds),
      documents_per_s: Math.round(load.documents / load.seconds),
    });
  } finally {
    await side.remove();
  }
}

const megabytes = (bytes: number | undefined): number => Math.round((bytes ?? 0) / (1 << 20));

/** The load of a server by a process of its own, for as long as something is measured. */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import type { Side } from '../storage/sides.ts';

const loadCounts = z.object({
  batches: z.number(),
  /** Indexes that were built completely. */
  builds: z.number(),
  /** Entries of all indexes, as far as they are committed: RavenDB commits an index after many documents. */
  indexed: z.number(),
});
export type Counts = z.infer<typeof loadCounts>;

export interface Load {
  readonly batchesPerSecond: number;
  readonly indexedPerSecond: number;
  readonly builds: number;
}

/** What `use` returns, and the load during it, after `warmUp` seconds. An early end of the process is an error. */
export async function underLoad<T>(
  side: Side,
  database: string,
  documents: number,
  warmUp: number,
  use: () => Promise<T>,
): Promise<readonly [T, Load]> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), [side.url, database, String(documents)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let measuring = true;
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject).once('exit', (code, signal) => {
      if (measuring) reject(new Error(`the load process ended early with ${String(code ?? signal)}`));
    });
  });
  // Each wait below takes part in it.
  ended.catch(() => undefined);
  try {
    await Promise.race([nextCounts(child), ended]);
    const measured = (async () => {
      await new Promise((resolve) => setTimeout(resolve, warmUp * 1000));
      const [before, since] = [await counts(child), performance.now()];
      const result = await use();
      const [after, seconds] = [await counts(child), (performance.now() - since) / 1000];
      const load = {
        batchesPerSecond: (after.batches - before.batches) / seconds,
        indexedPerSecond: (after.indexed - before.indexed) / seconds,
        builds: after.builds - before.builds,
      };
      if (load.batchesPerSecond === 0) throw new Error(`${side.name} answered no batch`);
      return [result, load] as const;
    })();
    return await Promise.race([measured, ended]);
  } finally {
    measuring = false;
    await end(child);
  }
}

function counts(child: ChildProcess): Promise<Counts> {
  const next = nextCounts(child);
  child.send('counts');
  return next;
}

const nextCounts = (child: ChildProcess): Promise<Counts> =>
  new Promise((resolve, reject) =>
    child.once('message', (message) => {
      const read = loadCounts.safeParse(message);
      if (read.success) resolve(read.data);
      else reject(read.error);
    }),
  );

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

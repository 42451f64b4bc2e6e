import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bulkLoad } from '../storage/bulk-load.ts';
import { diskUseAtRest } from '../storage/disk-use.ts';
import { progress } from '../storage/progress.ts';
import { startRookeryd, type Side } from '../storage/sides.ts';
import type { Sizes } from '../storage/sizes.ts';
import { exportTo, importFile } from './dumps.ts';

export interface Transfers {
  readonly documents: number;
  /** Documents per second. */
  readonly bulkPerSecond: number;
  readonly importPerSecond: number;
  /** Megabytes of JSON per second, before compression. */
  readonly exportRate: number;
  readonly dumpBytes: number;
}

/** Peak resident bytes of a server that does nothing else; undefined where the system does not report them. */
export interface TransferMemory {
  readonly export: number | undefined;
  readonly import: number | undefined;
}

/** A bulk insert, an export of it and an import of that dump, each on a server that is warm and at rest. */
export async function measureTransfers(side: Side, sizes: Sizes): Promise<Transfers> {
  const dump = join(side.folder, 'bench.ravendbdump');
  const small = join(side.folder, 'warm.ravendbdump');
  progress(`${side.name}: warming up with ${sizes.warmUp} documents`);
  for (const database of ['warm', 'warm-2', 'bench', 'bench-2']) await side.createDatabase(database);
  await bulkLoad(side, 'warm', 0, sizes.warmUp);
  await exportTo(side, 'warm', small);
  await importFile(side, 'warm-2', small);
  await diskUseAtRest(side.databaseFolder('warm-2'));

  progress(`${side.name}: bulk insert of ${sizes.load} documents`);
  const load = await bulkLoad(side, 'bench', 0, sizes.load);
  await diskUseAtRest(side.databaseFolder('bench'));

  progress(`${side.name}: export`);
  const exported = await exportTo(side, 'bench', dump);
  const dumpBytes = (await stat(dump)).size;

  progress(`${side.name}: import`);
  const imported = await importFile(side, 'bench-2', dump);
  for (const [what, { documents }] of Object.entries({ export: exported, import: imported }))
    if (documents !== sizes.load)
      throw new Error(`the ${what} of ${side.name} has ${documents} documents, not ${sizes.load}`);
  await rm(dump);
  return {
    documents: sizes.load,
    bulkPerSecond: load.documents / load.seconds,
    importPerSecond: imported.documents / imported.seconds,
    exportRate: exported.bytes / 1e6 / exported.seconds,
    dumpBytes,
  };
}

/**
 * Exports and imports the database of the bench in a server of each that is started on its folder: one that just did a
 * bulk insert keeps the memory of it for some time.
 */
export async function measureMemory({ folder }: Side): Promise<TransferMemory> {
  const dump = join(folder, 'memory.ravendbdump');
  const peakOf = async (work: (side: Side) => Promise<unknown>): Promise<number | undefined> => {
    const side = await startRookeryd({ folder });
    try {
      await work(side);
      return (await side.memory())?.peak;
    } finally {
      await side.end('SIGTERM');
    }
  };
  progress('memory of an export and of an import');
  return {
    export: await peakOf((side) => exportTo(side, 'bench', dump)),
    import: await peakOf(async (side) => {
      await side.createDatabase('bench-3');
      await importFile(side, 'bench-3', dump);
    }),
  };
}

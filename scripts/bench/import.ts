/**
 * Exports and imports of dumps: `npm run bench -- import [--quick] [--large] [--alone]`. A RavenDB does the same work in
 * the same run, where there is one.
 */
import { buildNative } from '../build-native.ts';
import { largeStream } from './import/large-stream.ts';
import { measureMemory, measureTransfers, type TransferMemory, type Transfers } from './import/transfers.ts';
import { report } from './report.ts';
import { progress } from './storage/progress.ts';
import { closeConnections } from './storage/send.ts';
import { startRavendb, startRookeryd } from './storage/sides.ts';
import { parseSizes, type Sizes } from './storage/sizes.ts';

export async function run(args: readonly string[]): Promise<void> {
  const sizes = parseSizes(args);
  if (sizes.only.length > 0)
    throw new Error('--only is of the bench storage; this one has no rows to select');
  if (sizes.quick) progress('a quick run: its figures say that the bench works, and nothing else');
  await buildNative('release', ['server', 'stackcap']);
  try {
    await compare(sizes);
    if (sizes.large > 0) await largeStream(sizes);
  } finally {
    closeConnections();
  }
}

async function compare(sizes: Sizes): Promise<void> {
  const theirs = sizes.alone ? undefined : await measuredRavendb(sizes);
  const side = await startRookeryd();
  let ours: Transfers;
  let memory: TransferMemory;
  try {
    ours = await measureTransfers(side, sizes);
    await side.end('SIGTERM');
    memory = await measureMemory(side);
  } finally {
    await side.remove();
  }
  const rates = {
    documents: ours.documents,
    bulk_insert_per_s: Math.round(ours.bulkPerSecond),
    import_per_s: Math.round(ours.importPerSecond),
    export_mb_per_s: Math.round(ours.exportRate),
    dump_mb: Math.round(ours.dumpBytes / 1e6),
  };
  report('import', 'import-of-bulk-insert', (100 * ours.importPerSecond) / ours.bulkPerSecond, rates);
  report('import', 'export-rate', ours.exportRate, rates);
  for (const [metric, peak] of [
    ['import-memory', memory.import],
    ['export-memory', memory.export],
  ] as const)
    if (peak === undefined)
      console.log(JSON.stringify({ bench: 'import', metric, skipped: 'no /proc to read it from' }));
    else report('import', metric, peak / (1 << 20), { documents: ours.documents });
  if (!theirs) {
    console.log(
      JSON.stringify({
        bench: 'import',
        metric: 'import-times-ravendb',
        skipped: 'no RavenDB to compare with',
      }),
    );
    return;
  }
  const beside = {
    ravendb_bulk_insert_per_s: Math.round(theirs.bulkPerSecond),
    ravendb_import_per_s: Math.round(theirs.importPerSecond),
    ravendb_export_mb_per_s: Math.round(theirs.exportRate),
  };
  report('import', 'import-times-ravendb', ours.importPerSecond / theirs.importPerSecond, beside);
  report('import', 'export-times-ravendb', ours.exportRate / theirs.exportRate, beside);
}

async function measuredRavendb(sizes: Sizes): Promise<Transfers | undefined> {
  progress('starting RavenDB');
  const side = await startRavendb();
  if (!side) return undefined;
  try {
    return await measureTransfers(side, sizes);
  } finally {
    await side.remove();
  }
}

/**
 * The sandbox as a database: `npm run bench -- storage [--quick] [--large] [--alone] [--only rows]`. The rows match
 * the table of goals; comparable rows run on a real RavenDB in the same run. `--large` adds the rows `growth` (one
 * database that grows to four million documents) and `memory` (ten million on rookeryd).
 */
import { buildNative } from '../build-native.ts';
import { compare, slowSyncs } from './storage/comparison.ts';
import { compression } from './storage/compression.ts';
import { journalSpeed, recordingCost } from './storage/engine-examples.ts';
import { growth } from './storage/growth.ts';
import { memoryOfLargeLoad } from './storage/memory.ts';
import { opening } from './storage/opening.ts';
import { progress } from './storage/progress.ts';
import { closeConnections } from './storage/send.ts';
import { parseSizes, type Sizes } from './storage/sizes.ts';

const rows: Record<string, (sizes: Sizes) => Promise<void>> = {
  journal: journalSpeed,
  compare,
  'slow-syncs': slowSyncs,
  compression,
  open: opening,
  recording: recordingCost,
  growth,
  memory: memoryOfLargeLoad,
};
const ofLarge = new Set(['growth', 'memory']);

export async function run(args: readonly string[]): Promise<void> {
  const sizes = parseSizes(args);
  const unknown = sizes.only.filter((name) => !(name in rows));
  if (unknown.length > 0) throw new Error(`--only takes some of: ${Object.keys(rows).join(', ')}`);
  if (sizes.quick) progress('a quick run: its figures say that the bench works, and nothing else');
  await buildNative('release');
  let failed = 0;
  for (const [name, row] of Object.entries(rows)) {
    if (sizes.only.length > 0 ? !sizes.only.includes(name) : ofLarge.has(name) && sizes.large === 0) continue;
    try {
      await row(sizes);
    } catch (thrown) {
      // The other rows are still reported, but the run has failed.
      failed++;
      progress(`${name} failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    }
  }
  closeConnections();
  if (failed > 0) process.exitCode = 1;
}

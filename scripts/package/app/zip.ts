/** Writes ZIP archives. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { filesOf } from './folder-files.ts';
import { runTool } from './run-tool.ts';

/** Packs the folder `name` in `parent`: files in the order of their names, without the numbers of their owner. */
export async function makeZip(parent: string, name: string, target: string): Promise<void> {
  await rm(target, { force: true });
  const files = await filesOf(join(parent, name));
  await runTool('zip', ['-q', '-9', '-X', '-y', target, ...files.map((file) => `${name}/${file}`)], parent);
}

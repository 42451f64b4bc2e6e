/** Loads the installed addon in a Node for Windows and runs its tests. */
import { closeSync, openSync, readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Wine } from '../../../cross/wine.ts';
import { inRoot } from '../../../paths.ts';

const VARIABLE = 'ROOKERY_WINDOWS_NODE';

/** Returns what was seen. `work`: a folder for the output. */
export async function checkAddon(wine: Wine, native: string, work: string): Promise<string> {
  const node = process.env[VARIABLE] ?? '';
  if (node === '')
    return `skipped: the tests of the addon, because ${VARIABLE} names no node.exe (18 runs under Wine 8, 24 does not)`;
  // Under Wine, Node cannot write to a pipe of Linux.
  const file = join(work, 'addon.log');
  const output = openSync(file, 'w');
  const args = [inRoot('native/addon/tests/load.mjs'), join(native, 'rookery.node')];
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(wine.program, [node, ...args], { env: wine.env, stdio: ['ignore', output, output] });
    child.on('error', reject);
    child.on('exit', resolve);
  });
  closeSync(output);
  const text = readFileSync(file, 'utf8').trim();
  if (code !== 0) throw new Error(`The tests of the installed addon ended with ${String(code)}.\n${text}`);
  return String(text.split(/\r?\n/).at(-1));
}

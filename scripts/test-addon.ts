import { executable, inRoot } from './paths.ts';
import type { StageResult } from './test-counts.ts';
import { runWithOutput } from './test-output.ts';

export async function runAddonTests(): Promise<Omit<StageResult, 'name'>> {
  const { code, output } = await runWithOutput(
    process.execPath,
    [
      inRoot('native/addon/tests/load.mjs'),
      inRoot('dist/native/rookery.node'),
      inRoot('dist/native', executable('stackcap')),
    ],
    { cwd: inRoot('.') },
  );
  const line = /(\d+) passed, (\d+) failed/.exec(output);
  if (!line) throw new Error('The addon test ended without saying how many passed.');
  const passed = Number(line[1]);
  const failed = Number(line[2]);
  return { counts: { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped: 0 }, skipped: [] };
}

/** Reading a recording of an hour with millions of writes and syncs, and its findings: time and peak memory of `rookeryd inspect`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cargoTarget, executable, inRoot } from '../../paths.ts';
import { mustRun } from '../../run-command.ts';
import { report } from '../report.ts';
import { memoryOf } from '../storage/sides.ts';

/** How often the peak is read, in ms: the kernel keeps it, but not after the end of the process. */
const EVERY = 20;

export async function opening(events: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-bench-'));
  try {
    const file = join(folder, 'hour.rookery');
    const example = ['run', '--locked', '--release', '-p', 'rookery-recording', '--example', 'busy_hour'];
    await mustRun('Writing a recording', 'cargo', [...example, '--', file, String(events)], {
      cwd: inRoot('native'),
      env: { ...process.env, CARGO_TARGET_DIR: cargoTarget },
    });
    const { seconds, megabytes } = await inspected(file);
    report('recording', 'open', seconds, { events, with: 'findings' });
    report('recording', 'open-memory', megabytes, { events });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inspected(file: string): Promise<{ seconds: number; megabytes: number }> {
  const started = performance.now();
  const child = spawn(inRoot('dist/native', executable('rookeryd')), ['inspect', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = once(child, 'exit');
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    // The process can end between two looks.
    const memory = await memoryOf(child.pid).catch(() => undefined);
    peak = Math.max(peak, memory?.peak ?? 0);
    await Promise.race([end, pause(EVERY)]);
  }
  const seconds = (performance.now() - started) / 1000;
  if (child.exitCode !== 0) throw new Error(`rookeryd inspect ended with ${String(child.exitCode)}.`);
  return { seconds, megabytes: peak / 1e6 };
}

/** The same load without and with a recorder, in turns: what the recorder costs itself and the server. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { executable, inRoot } from '../../paths.ts';
import { percentile } from '../report.ts';
import { progress } from '../storage/progress.ts';
import { processorSecondsOf, type Side } from '../storage/sides.ts';
import { evenLoad } from './load.ts';

export interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
  readonly perSecond: number;
}

export interface Costs {
  /** Processor time of the server, in percent of one core, without and with a recorder: the medians. */
  readonly serverAlone: number;
  readonly serverRecorded: number;
  /** Of the recorder. */
  readonly recorder: number;
  /** Size of the file for an hour of this load, in MB. */
  readonly megabytesPerHour: number;
  readonly behindMs: number;
}

const DATABASE = 'recorded';

export async function costs(
  side: Side,
  { rounds, seconds, perSecond }: Rounds,
  options: readonly string[],
): Promise<Costs> {
  await side.createDatabase(DATABASE);
  // The index of the queries is built, and code is compiled, before anything is measured.
  await evenLoad(side, DATABASE, perSecond, Math.min(seconds, 10));
  const alone: number[] = [];
  const recorded: { server: number; recorder: number; bytes: number }[] = [];
  let behindMs = 0;
  for (let round = 1; round <= rounds; round++) {
    progress(`${side.name}: round ${String(round)} of ${String(rounds)}`);
    const load = async (): Promise<number> => {
      const before = await side.processorSeconds();
      behindMs = Math.max(behindMs, (await evenLoad(side, DATABASE, perSecond, seconds)).behindMs);
      return (100 * ((await side.processorSeconds()) - before)) / seconds;
    };
    alone.push(await load());
    recorded.push(await withRecorder(side, seconds, options, load));
  }
  const median = (values: number[]): number => percentile(values, 0.5);
  return {
    serverAlone: median(alone),
    serverRecorded: median(recorded.map(({ server }) => server)),
    recorder: median(recorded.map(({ recorder }) => recorder)),
    megabytesPerHour: (median(recorded.map(({ bytes }) => bytes)) * 3600) / seconds / 1e6,
    behindMs,
  };
}

async function withRecorder(
  side: Side,
  seconds: number,
  options: readonly string[],
  load: () => Promise<number>,
): Promise<{ server: number; recorder: number; bytes: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-bench-recording-'));
  const file = join(folder, 'load.rookery');
  const recorder = spawn(
    inRoot('dist/native', executable('rookeryd')),
    ['record', side.url, '--database', DATABASE, '--out', file, '--minutes', '60', '--quiet', ...options],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = new Promise<number | null>((resolve) => recorder.once('exit', resolve));
  try {
    // The sockets are open, and their first answers read.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const before = await processorSecondsOf(recorder.pid);
    const server = await load();
    const used = (await processorSecondsOf(recorder.pid)) - before;
    recorder.kill('SIGINT');
    const code = await ended;
    if (code !== 0) throw new Error(`The recorder ended with ${String(code)}.`);
    return { server, recorder: (100 * used) / seconds, bytes: (await stat(file)).size };
  } finally {
    recorder.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

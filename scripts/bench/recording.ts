/**
 * `npm run bench -- recording [--quick] [--alone] [--light] [--open]`: what `rookeryd record` costs the server and itself under an even
 * load of saves and queries, on rookeryd and on a RavenDB, and the size of the file for an hour. `--light` samples requests and,
 * on the RavenDB, raises the level of the watched log. `--open` alone measures how long a recording of 20 million writes and
 * syncs takes to open, with its findings. Linux only.
 */
import { buildNative } from '../build-native.ts';
import { opening } from './recording/opening.ts';
import { costs, type Rounds } from './recording/rounds.ts';
import { report } from './report.ts';
import { progress } from './storage/progress.ts';
import { closeConnections } from './storage/send.ts';
import { startRavendb, startRookeryd, type Side } from './storage/sides.ts';

export async function run(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick');
  if (quick) progress('a quick run: its figures say that the bench works, and nothing else');
  const rounds: Rounds = quick
    ? { rounds: 1, seconds: 5, perSecond: 100 }
    : { rounds: 5, seconds: 30, perSecond: 400 };
  const light = args.includes('--light') ? ['--requests', 'sampled'] : [];
  await buildNative('release');
  if (args.includes('--open')) {
    await opening(quick ? 200_000 : 20_000_000);
    return;
  }
  await measured(await startRookeryd(), rounds, light);
  const theirs = args.includes('--alone') ? undefined : await startRavendb();
  const ofLog = light.length > 0 ? ['--set-log-level'] : [];
  if (theirs) await measured(theirs, rounds, [...light, ...ofLog]);
  closeConnections();
}

/** `options` are those of the recorder. */
async function measured(side: Side, rounds: Rounds, options: readonly string[]): Promise<void> {
  try {
    const cost = await costs(side, rounds, options);
    const extra = {
      ...{ server: side.name, requests_per_s: rounds.perSecond, rounds: rounds.rounds },
      options: options.join(' '),
    };
    report('recording', 'server-overhead', cost.serverRecorded - cost.serverAlone, {
      ...extra,
      without: rounded(cost.serverAlone),
      with: rounded(cost.serverRecorded),
      behind_ms: rounded(cost.behindMs),
    });
    report('recording', 'recorder', cost.recorder, extra);
    report('recording', 'size-per-hour', cost.megabytesPerHour, extra);
  } finally {
    await side.remove();
  }
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

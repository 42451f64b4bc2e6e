/**
 * Time series: `npm run bench -- timeseries [--quick] [--alone]`. Points that one bulk insert appends and that ranges
 * return, per second, on rookeryd and on a RavenDB, one after the other; and the segments alone, without a server.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildNative } from '../build-native.ts';
import { inRoot } from '../paths.ts';
import { report } from './report.ts';
import { progress } from './storage/progress.ts';
import { closeConnections, send } from './storage/send.ts';
import { startRavendb, startRookeryd, type Side } from './storage/sides.ts';
import { bulkAppend, bulkBody, closeAgent, readAll } from './timeseries/points.ts';

interface Measured {
  readonly append: number;
  readonly scan: number;
  readonly stream: number;
}

const DOCUMENT = 'users/1';

export async function run(args: readonly string[]): Promise<void> {
  const quick = args.includes('--quick');
  if (quick) progress('a quick run: its figures say that the bench works, and nothing else');
  const points = quick ? 100_000 : 2_000_000;
  await buildNative('release');
  await segments();
  const theirs = args.includes('--alone') ? undefined : await startRavendb();
  const reference = theirs && (await measured(theirs, points));
  const ours = await measured(await startRookeryd(), points);
  for (const [metric, name] of [
    ['bulk-append', 'append'],
    ['range-scan', 'scan'],
    ['stream', 'stream'],
  ] as const)
    report('timeseries', metric, ours[name] / 1e6, {
      points,
      ravendb: reference ? Math.round(reference[name] / 1e3) / 1e3 : null,
    });
  closeConnections();
  closeAgent();
}

async function measured(side: Side, points: number): Promise<Measured> {
  try {
    await side.createDatabase('series');
    await send(side.url, 'PUT', `/databases/series/docs?id=${DOCUMENT}`, {
      '@metadata': { '@collection': 'Users' },
    });
    progress(`${side.name}: ${points} points`);
    await bulkAppend(side.url, 'series', bulkBody('users/1', 1, 20_000));
    const body = bulkBody(DOCUMENT, 8, points);
    const append = points / (await bulkAppend(side.url, 'series', body));
    const path = `/databases/series`;
    const one = Math.floor(points / 8);
    const rate = async (route: string): Promise<number> => {
      await readAll(`${side.url}${path}${route}`);
      return one / (await readAll(`${side.url}${path}${route}`)).seconds;
    };
    return {
      append,
      scan: await rate(`/timeseries?docId=${DOCUMENT}&name=S1`),
      stream: await rate(`/streams/timeseries?docId=${DOCUMENT}&name=S1`),
    };
  } finally {
    await side.remove();
  }
}

/** The segments alone: what encoding and decoding take. */
async function segments(): Promise<void> {
  const args = [
    'run',
    '--release',
    '--manifest-path',
    inRoot('native/Cargo.toml'),
    '-p',
    'rookery-timeseries',
  ];
  const { stdout } = await promisify(execFile)('cargo', [...args, '--example', 'codec_speed']);
  const lines = stdout.trim().split('\n');
  for (const line of lines) {
    const { work, shape, ...figures } = JSON.parse(line) as Record<string, unknown>;
    const { millionPointsPerSecond, ...rest } = figures;
    report('timeseries', `segments-${String(work)}`, Number(millionPointsPerSecond), { shape, ...rest });
  }
}

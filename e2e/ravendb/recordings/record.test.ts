/** `rookeryd record` of a real RavenDB and of rookeryd under load: every source that the server offers brings its rows. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { executable, inRoot } from '../../../scripts/paths.ts';
import { sendJson } from '../json-request.ts';

const run = promisify(execFile);
const program = inRoot('dist/native', executable('rookeryd'));

const inspected = z.object({
  manifest: z.looseObject({ serverVersion: z.string(), databases: z.array(z.string()) }),
  ending: z.looseObject({
    sources: z.array(z.object({ source: z.string(), problem: z.string(), rows: z.number() })),
  }),
  damage: z.array(z.string()),
  rows: z.record(z.string(), z.number()),
  findings: z.array(z.looseObject({ rule: z.string() })),
});
type Inspected = z.infer<typeof inspected>;

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** Writes and queries for a while. */
async function load(url: string, database: string, ended: () => boolean): Promise<void> {
  for (let round = 0; !ended(); round += 1) {
    await sendJson(url, 'PUT', `/databases/${database}/docs?id=orders/${String(round)}`, {
      Company: `companies/${String(round % 7)}`,
      '@metadata': { '@collection': 'Orders' },
    });
    if (round % 10 === 0) {
      const query = { Query: `from Orders where Company = 'companies/${String(round % 7)}'` };
      await sendJson(url, 'POST', `/databases/${database}/queries`, query);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function recorded(url: string, more: readonly string[] = []): Promise<Inspected> {
  const database = `recorded-${randomBytes(4).toString('hex')}`;
  await sendJson(url, 'PUT', `/admin/databases?name=${database}&replicationFactor=1`, {
    DatabaseName: database,
  });
  const folder = await mkdtemp(join(tmpdir(), 'rookery-recording-'));
  folders.push(folder);
  const file = join(folder, 'load.rookery');
  try {
    let ended = false;
    const loading = load(url, database, () => ended);
    // Other tests use the server at the same time: its log has more lines than the default rate allows.
    const rate = ['--max-rate', '1000000'];
    const options = ['--database', database, '--minutes', '0.2', '--logs', 'Debug', '--quiet', ...rate];
    await run(program, ['record', url, '--out', file, ...options, ...more]);
    ended = true;
    await loading;
    return inspected.parse(JSON.parse((await run(program, ['inspect', '--json', file])).stdout));
  } finally {
    await sendJson(url, 'DELETE', '/admin/databases', { DatabaseNames: [database], HardDelete: true });
  }
}

const everywhere = [
  ...['io', 'cpu', 'threads', 'memory', 'databases', 'indexes', 'batches'],
  ...['requests', 'traffic'],
] as const;
const ofRavenDB = ['logs', 'notifications'] as const;

describe('rookeryd', () => {
  let recording: Inspected;
  beforeAll(async () => (recording = await recorded(inject('serverUrl'))), 60_000);

  test.each(everywhere)('has rows of %s', (table) => {
    expect(recording.rows[table]).toBeGreaterThan(0);
  });

  test('names the sources that it does not offer', () => {
    const missing = recording.ending.sources
      .filter(({ problem }) => problem !== '')
      .map(({ source }) => source);
    expect(missing).toContain('/admin/logs/watch');
    for (const offered of ['/admin/traffic-watch', '/threads-info/watch'])
      expect(missing).not.toContain(offered);
    expect(recording.damage).toEqual([]);
  });

  test('counts the requests of the load, and none of the recorder', () => {
    expect(recording.rows.requests).toBeGreaterThan(50);
    expect(recording.findings.map(({ rule }) => rule)).not.toContain('failed-requests');
  });
});

describe.each([
  { version: '7.1', variable: 'ROOKERY_TEST_RAVENDB_URL' },
  { version: '6.2', variable: 'ROOKERY_TEST_RAVENDB_62_URL' },
])('a real RavenDB $version', ({ version, variable }) => {
  const url = process.env[variable] ?? '';
  if (url === '') {
    test.skip(`is recorded: ${variable} is not set`);
    return;
  }
  let recording: Inspected;
  beforeAll(async () => (recording = await recorded(url)), 60_000);

  test.each([...everywhere, ...ofRavenDB])('has rows of %s', (table) => {
    expect(recording.rows[table]).toBeGreaterThan(0);
  });

  test('offers every source', () => {
    expect(recording.manifest.serverVersion).toContain(version);
    const problems = recording.ending.sources.filter(({ problem }) => problem !== '');
    expect(problems.map(({ source, problem }) => `${source}: ${problem}`)).toEqual([]);
    expect(recording.damage).toEqual([]);
  });

  test('samples requests', async () => {
    const { rows, ending } = await recorded(url, ['--requests', 'sampled', '--logs', 'Off']);
    expect(rows.requests).toBeGreaterThan(10);
    // One or two seconds, each with a row of the database, and maybe one of the server.
    expect(rows.traffic).toBeGreaterThan(0);
    expect(rows.traffic).toBeLessThan(9);
    const watch = ending.sources.find(({ source }) => source === '/admin/traffic-watch');
    expect(watch?.problem).toMatch(/read for 2\.5 s in every 20 s\.$/);
  }, 60_000);

  test('counts the requests of the load, and none of the recorder', () => {
    expect(recording.rows.requests).toBeGreaterThan(50);
    expect(recording.findings.map(({ rule }) => rule)).not.toContain('failed-requests');
  });
});

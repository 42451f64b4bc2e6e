/** Records a real server through a read-only connection: set ROOKERY_TEST_RAVENDB_URL to one without certificates. */
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativeFiles } from '../native-files.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

const url = process.env.ROOKERY_TEST_RAVENDB_URL ?? '';
const database = `rookery-recorder-${Date.now()}`;
const missing = `${database}-missing`;
const { addonPath } = nativeFiles(join(resolve(import.meta.dirname, '../../..'), 'dist'), process.env);

async function direct(method: string, path: string, json: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { ok, status } = await fetch(url + path, { method, headers, body: JSON.stringify(json) });
  if (!ok) throw new Error(`${method} ${path}: ${status}`);
}

describe.skipIf(url === '')('a recording of a real server (ROOKERY_TEST_RAVENDB_URL)', () => {
  beforeAll(() => direct('PUT', `/admin/databases?name=${database}`, { DatabaseName: database }));
  afterAll(() => direct('DELETE', '/admin/databases', { DatabaseNames: [database], HardDelete: true }));

  it(
    'has rows of polls and sockets, and names what the server does not have',
    { timeout: 60_000 },
    async () => {
      const port = await hostOn(await temporaryFolder(), { addonPath });
      const { connection } = await port.call('connections.save', {
        connection: { kind: 'server', name: 'Live', colour: 'red', mode: 'read-only', url },
      });
      const { id } = await port.call('recordings.start', {
        ...{ connection: connection.id, databases: [database, missing], triggers: [], logLevel: 'Off' },
        ...{ length: { kind: 'next', minutes: 5 }, note: '', maxMegabytes: 16, startAt: null },
        ...{ requests: 'all', mostPerSecond: 1000 },
      });
      let document = 0;
      for await (const { running, failed } of port.open('recordings.watch', {})) {
        expect(failed).toEqual([]);
        await direct('PUT', `/databases/${database}/docs?id=users/${document++}`, { Name: 'Ada' });
        if ((running[0]?.rows ?? 0) > 100) break;
      }
      await port.call('recordings.stop', { id });
      for await (const { running, stored } of port.open('recordings.watch', {})) {
        expect(running).toEqual([]);
        const session = { id: crypto.randomUUID(), stored: stored[0]?.name ?? '' };
        for await (const { kind } of port.open('recordings.session', session)) {
          expect(kind).toBe('ready');
          const { counts, ending, manifest } = await port.call('recordings.read', { id: session.id });
          expect(manifest.server).toBe(url);
          const rows = new Map(counts.map((each) => [each.table, each.rows]));
          for (const table of ['io', 'cpu', 'memory', 'threads', 'requests', 'databases'])
            expect(rows.get(table), table).toBeGreaterThan(0);
          const problems = ending?.sources.filter((each) => each.problem !== '') ?? [];
          expect(problems.length).toBeGreaterThan(3);
          for (const { database: of, problem } of problems) {
            expect(of).toBe(missing);
            expect(problem).toBe(`Database '${missing}' does not exist.`);
          }
          break;
        }
        break;
      }
    },
  );
});

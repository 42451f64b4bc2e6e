/** What a real server answers; needs ROOKERY_TEST_RAVENDB_URL. */
import { expect, test } from 'vitest';
import { ServerClient } from './client.ts';
import { getGarbageCollections, getMemoryReport, getResidentReport } from './memory.ts';
import { directPort } from './ports-for-tests.ts';

const setting: unknown = import.meta.env.ROOKERY_TEST_RAVENDB_URL;
const url = typeof setting === 'string' && setting !== '' ? setting : undefined;

const database = `Rookery-memory-${crypto.randomUUID().slice(0, 8)}`;

/** A server without an open database maps no file. */
async function withOpenDatabase(run: () => Promise<void>): Promise<void> {
  const send = async (method: string, path: string, body: unknown) => {
    const answer = await fetch(`${url ?? ''}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
  };
  await send('PUT', `/admin/databases?name=${database}&replicationFactor=1`, { DatabaseName: database });
  try {
    await send('PUT', `/databases/${database}/docs?id=a`, { Name: 'A', '@metadata': {} });
    await run();
  } finally {
    await send('DELETE', '/admin/databases', { DatabaseNames: [database], HardDelete: true });
  }
}

test.skipIf(url === undefined)('a server reports its memory by owner', async () => {
  const server = new ServerClient(directPort(url ?? ''), 'c1');
  await withOpenDatabase(async () => {
    const report = await getMemoryReport(server);
    expect(report.sizes.get('WorkingSet')).toBeGreaterThan(1024 ** 2);
    expect(report.sizes.get('ManagedAllocations')).toBeGreaterThan(0);
    expect(report.heaps.map(({ name }) => name)).toEqual(['Gen0', 'Gen1', 'Gen2', 'LOH', 'POH']);
    // The server cuts the names of folders, so that only the name of the file is sure.
    expect(report.mappings.some(({ file, mapped }) => file === 'Raven.voron' && mapped > 0)).toBe(true);
    expect((await getResidentReport(server)).workingSet).toBeGreaterThan(1024 ** 2);
    expect((await getGarbageCollections(server)).length).toBeGreaterThan(0);
  });
});

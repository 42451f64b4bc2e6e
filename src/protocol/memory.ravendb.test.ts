/** What a real server answers; needs ROOKERY_TEST_RAVENDB_URL. */
import { expect, test } from 'vitest';
import { ServerClient } from './client.ts';
import { getGarbageCollections, getMemoryReport, getResidentReport } from './memory.ts';
import { directPort } from './ports-for-tests.ts';

const setting: unknown = import.meta.env.ROOKERY_TEST_RAVENDB_URL;
const url = typeof setting === 'string' && setting !== '' ? setting : undefined;

test.skipIf(url === undefined)('a server reports its memory by owner', async () => {
  const server = new ServerClient(directPort(url ?? ''), 'c1');
  const report = await getMemoryReport(server);
  expect(report.sizes.get('WorkingSet')).toBeGreaterThan(1024 ** 2);
  expect(report.sizes.get('ManagedAllocations')).toBeGreaterThan(0);
  expect(report.heaps.map(({ name }) => name)).toEqual(['Gen0', 'Gen1', 'Gen2', 'LOH', 'POH']);
  // The server shortens the folders of its mappings, so that their names depend on where its data lies.
  expect(report.mappings.some(({ mapped }) => mapped > 0)).toBe(true);
  expect((await getResidentReport(server)).workingSet).toBeGreaterThan(1024 ** 2);
  expect((await getGarbageCollections(server)).length).toBeGreaterThan(0);
});

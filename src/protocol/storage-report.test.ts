import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { getCollectionSpace } from './collection-space.ts';
import { getLargeDocuments } from './large-documents.ts';
import { scriptedPort } from './ports-for-tests.ts';
import { getStorageReport } from './storage-report.ts';

function database(body: string, status = 200) {
  return new ServerClient(scriptedPort({ http: () => ({ status, body }) }), 'sandbox').database('Shop');
}

/** Recorded from RavenDB 7.1.5, shortened. */
const report = `{"BasePath":"/data/Databases/Shop","Results":[
  {"Name":"Shop","Type":"Documents","Report":{"DataFile":{"AllocatedSpaceInBytes":23166976,"UsedSpaceInBytes":23150592,"FreeSpaceInBytes":16384},"Journals":[{"Number":0,"AllocatedSpaceInBytes":65536},{"Number":1,"AllocatedSpaceInBytes":131072}],"TempFiles":[{"Name":"scratch.0000000000.buffers","AllocatedSpaceInBytes":33554432,"Type":"Scratch"}],"CountOfTrees":20,"CountOfTables":9}},
  {"Name":"Auto/Orders/ByN","Type":"Index","Report":{"DataFile":{"AllocatedSpaceInBytes":4980736,"UsedSpaceInBytes":4980736,"FreeSpaceInBytes":0},"Journals":[],"TempFiles":[]}},
  {"Name":"Later","Type":7,"Report":"text"}]}`;

it('reads the files of each environment, and survives unknown members', async () => {
  const [own, index, later] = await getStorageReport(database(report));
  expect(own).toEqual({
    ...{ name: 'Shop', type: 'Documents', data: 23166976, used: 23150592, free: 16384 },
    ...{ journals: 196608, journalFiles: 2, temporary: 33554432, tables: [] },
  });
  expect(index).toMatchObject({ type: 'Index', free: 0, journalFiles: 0 });
  expect(later).toMatchObject({ name: 'Later', type: 'Unknown', data: null, journals: 0 });
});

it('reads the space of collections; older servers report less', async () => {
  const body = `{"Collections":{"Orders":{"Name":"Orders","CountOfDocuments":2000,"DocumentsSize":{"SizeInBytes":360448},"TombstonesSize":{"SizeInBytes":122880},"RevisionsSize":{"SizeInBytes":0}}}}`;
  expect(await getCollectionSpace(database(body))).toEqual([
    {
      name: 'Orders',
      documents: { count: 2000, bytes: 360448 },
      tombstones: { count: null, bytes: 122880 },
      revisions: { count: null, bytes: 0 },
      counters: { count: null, bytes: null },
      timeSeries: { count: null, bytes: null },
    },
  ]);
});

it('names each large document once, the largest first', async () => {
  const body = `{"Results":[{"Id":"a","Size":6,"LastAccess":"2026-01-02"},{"Id":"b","Size":9},{"Id":"a","Size":5}]}`;
  expect(await getLargeDocuments(database(body))).toEqual([
    { id: 'b', bytes: 9 },
    { id: 'a', bytes: 6 },
  ]);
  const missing = `{"Type":"Raven.Client.Exceptions.Routing.RouteNotFoundException","Message":"no"}`;
  expect(await getLargeDocuments(database(missing, 400))).toBeNull();
  await expect(getLargeDocuments(database('{"Message":"broken"}', 500))).rejects.toThrow('broken');
});

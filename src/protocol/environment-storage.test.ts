import { describe, expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { getIndexStorage } from './environment-storage.ts';
import { scriptedPort } from './ports-for-tests.ts';

function database(status: number, body: unknown) {
  const requests: string[] = [];
  const port = scriptedPort({
    http: ({ method, path }) => {
      requests.push(`${method} ${path}`);
      return { status, body: body === undefined ? '' : JSON.stringify(body) };
    },
  });
  return { db: new ServerClient(port, 'server').database('Shop'), requests };
}

describe('getIndexStorage', () => {
  it('reads the files and parts that RavenDB 7.1 reports', async () => {
    const { db, requests } = database(200, {
      Name: 'Orders/ByA',
      Type: 'Index',
      Report: {
        DataFile: { AllocatedSpaceInBytes: 800, UsedSpaceInBytes: 500, FreeSpaceInBytes: 300 },
        Journals: { LastFlushedJournal: 1, Journals: [{ Number: 2, AllocatedSpaceInBytes: 64 }] },
        TempBuffers: [
          { Name: 'scratch.0.buffers', AllocatedSpaceInBytes: 10, Type: 'Scratch' },
          { Name: 'compression.0.buffers', AllocatedSpaceInBytes: 20, Type: 'Scratch' },
          { Name: 'recyclable-journal.1', AllocatedSpaceInBytes: 5, Type: 'RecyclableJournal' },
        ],
        Trees: [
          { Type: 'Lookup', Name: 'EntriesToTerms/A', AllocatedSpaceInBytes: 30, NumberOfEntries: 3 },
          { Type: 'Set', Name: 'EntriesTerms (Container)', AllocatedSpaceInBytes: 90, NumberOfEntries: 9 },
          { Type: 'FixedSizeTree', Name: 'Empty', AllocatedSpaceInBytes: 0, NumberOfEntries: 0 },
        ],
        Tables: [{ Name: 'Errors', AllocatedSpaceInBytes: 40, NumberOfEntries: 0 }],
        PreAllocatedBuffers: { AllocatedSpaceInBytes: 60 },
      },
    });
    const storage = await getIndexStorage(db, 'Orders/ByA');
    expect(requests).toEqual([
      'GET /databases/Shop/debug/storage/environment/report?name=Orders%2FByA&type=Index',
    ]);
    expect(storage).toMatchObject({ data: 800, used: 500, free: 300, journals: 64, journalFiles: 1 });
    expect([...(storage?.temporary ?? [])]).toEqual([
      ['Scratch', 30],
      ['RecyclableJournal', 5],
    ]);
    expect(storage?.parts.map(({ name, bytes, type }) => [name, type, bytes])).toEqual([
      ['EntriesTerms (Container)', 'Set', 90],
      ['Preallocated pages', 'Reserved', 60],
      ['Errors', 'Table', 40],
      ['EntriesToTerms/A', 'Lookup', 30],
    ]);
  });

  it('is null without such a route, as in the sandbox, and fails with other errors', async () => {
    const type = 'Raven.Client.Exceptions.Routing.RouteNotFoundException';
    expect(await getIndexStorage(database(400, { Type: type, Message: 'No handler' }).db, 'A')).toBeNull();
    const missing = database(500, { Type: 'X.IndexDoesNotExistException', Message: 'None' });
    await expect(getIndexStorage(missing.db, 'A')).rejects.toThrow('None');
    expect(await getIndexStorage(database(200, { Report: null }).db, 'A')).toBeNull();
  });

  it('reads members of other types as absent', async () => {
    const { db } = database(200, {
      Report: { DataFile: 'x', Journals: [], TempBuffers: 5, Trees: [{ Name: 7 }], Tables: {} },
    });
    expect(await getIndexStorage(db, 'A')).toEqual({
      data: null,
      used: null,
      free: null,
      journals: 0,
      journalFiles: 0,
      temporary: new Map(),
      parts: [],
    });
  });
});

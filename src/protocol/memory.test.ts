import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { collectGarbage, getGarbageCollections, getMemoryReport, getResidentReport } from './memory.ts';
import { scriptedPort } from './ports-for-tests.ts';

function serverOf(answer: unknown, requests: unknown[] = []): ServerClient {
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return { body: JSON.stringify(answer) };
    },
  });
  return new ServerClient(port, 'c1');
}

it('reads sizes, heaps, threads and mapped files', async () => {
  const report = await getMemoryReport(
    serverOf({
      MemoryInformation: {
        WorkingSet: '1.5 KBytes',
        IsHighDirty: false,
        ManagedHeapsAfterLastGC: {
          TotalSize: '2 Bytes',
          Gen2: { Size: '1,024 MBytes', Fragmentation: '0 Bytes' },
          LOH: null,
        },
      },
      Threads: [{ Name: 'Small', Allocations: 1 }, { Name: 'Large', Allocations: 9 }, { Allocations: 0 }],
      Mappings: [
        { Directory: '/Databases/shop', Details: { 'Raven.voron': { TotalMapped: 65536, FileSize: 1 } } },
        { Directory: '/empty' },
      ],
    }),
  );
  expect(report.sizes).toEqual(new Map([['WorkingSet', 1536]]));
  expect(report.heaps).toEqual([{ name: 'Gen2', size: 1024 ** 3, fragmentation: 0 }]);
  expect(report.threads.map(({ name }) => name)).toEqual(['Large', 'Small']);
  expect(report.mappings).toEqual([{ directory: '/Databases/shop', file: 'Raven.voron', mapped: 65536 }]);
});

it('leaves out items of another shape and keeps the others', async () => {
  const report = await getMemoryReport(
    serverOf({
      Threads: [{ Name: 'Good', Allocations: 4 }, 'thread', null, { Name: 7, Allocations: 3 }],
      Mappings: [
        { Directory: 5 },
        'folder',
        { Directory: '/a', Details: { one: { TotalMapped: 2 }, two: 'bad', three: null } },
      ],
    }),
  );
  expect(report.threads.map(({ name, allocations }) => [name, allocations])).toEqual([
    ['Good', 4],
    ['Unknown', 3],
  ]);
  expect(report.mappings.map(({ file, mapped }) => [file, mapped])).toEqual([
    ['one', 2],
    ['two', 0],
    ['three', 0],
  ]);
  const resident = await getResidentReport(
    serverOf({ Details: [{ File: 1 }, { File: '/a', Rss: '2 Bytes' }] }),
  );
  expect(resident.parts.map(({ name }) => name)).toEqual(['/a']);
});

it('reads what is in physical memory, with null for what is not reported', async () => {
  const report = await getResidentReport(
    serverOf({
      Totals: { WorkingSet: 300, TotalDirty: 'many' },
      Details: [
        { File: '[rollup]', Rss: '100 Bytes' },
        { File: '/a', Rss: '200 Bytes', TotalDirty: 3, TotalSwap: 0 },
      ],
    }),
  );
  expect(report).toEqual({
    workingSet: 300,
    sharedClean: null,
    privateClean: null,
    dirty: null,
    swap: null,
    parts: [
      { name: '/a', resident: 200, dirty: 3, swap: 0 },
      { name: '[rollup]', resident: 100, dirty: null, swap: null },
    ],
  });
});

it('lists the last collection of each kind that ran, in the order of time', async () => {
  const collections = await getGarbageCollections(
    serverOf({
      Any: { Index: 9 },
      Ephemeral: { Index: 9, Generation: 1, PauseDurations: ['00:00:00.1051420', '00:00:00'] },
      Background: { Index: 4, Generation: 2, HeapSizeBytes: 7 },
      FullBlocking: { Index: 0 },
    }),
  );
  expect(collections.map(({ kind, index, pauses, heapSize }) => [kind, index, pauses, heapSize])).toEqual([
    ['Background', 4, [], 7],
    ['Ephemeral', 9, ['00:00:00.1051420'], null],
  ]);
});

it('confirms a collection on guarded connections', async () => {
  const requests: unknown[] = [];
  const server = serverOf({ BeforeGC: '3 MBytes', AfterGC: '1 MBytes', DurationInMs: 12.5 }, requests);
  expect(await collectGarbage(server)).toEqual({ before: '3 MBytes', after: '1 MBytes', durationMs: 12.5 });
  expect(requests).toMatchObject([{ method: 'GET', path: '/admin/memory/gc', confirm: true }]);
});

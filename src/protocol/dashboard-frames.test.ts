import { expect, test } from 'vitest';
import { readDashboardFrame, widgetTypes } from './dashboard-frames.ts';

const values = (data: object) => {
  const frame = readDashboardFrame({ Id: 1, Data: data });
  return frame.kind === 'values' ? frame.values : frame.kind;
};

test('reads CPU, memory and traffic', () => {
  const cpu = { Type: 'CpuUsage', ProcessCpuUsage: 3, MachineCpuUsage: 40 };
  const read = { 'cpu.process': 3, 'cpu.machine': 40 };
  expect(values({ ...cpu, UtilizedCores: -1, NumberOfCores: -1 })).toEqual(read);
  expect(values({ ...cpu, UtilizedCores: 2, NumberOfCores: 8 })).toEqual({ ...read, 'cpu.cores': 2 });
  expect(
    values({
      Type: 'MemoryUsage',
      WorkingSet: 300,
      ManagedAllocations: 50,
      UnmanagedAllocations: 2,
      MemoryMapped: 7,
      DirtyMemory: 0,
      AvailableMemory: 10,
      AvailableMemoryForProcessing: 12,
    }),
  ).toEqual({
    'memory.workingSet': 300,
    'memory.managed': 50,
    'memory.unmanaged': 2,
    'memory.mapped': 7,
    'memory.dirty': 0,
    'memory.available': 12,
  });
  expect(
    values({
      Type: 'Traffic',
      RequestsPerSecond: 4,
      AverageRequestDuration: 1.5,
      DocumentWritesPerSecond: 9,
      CounterWritesPerSecond: 1,
      TimeSeriesWritesPerSecond: 2,
      DocumentsWriteBytesPerSecond: 100,
    }),
  ).toMatchObject({ 'requests.rate': 4, 'writes.documents': 9, 'writes.extensions': 3, 'writes.bytes': 100 });
});

test('adds the disks, takes the longest queue and the least free space', () => {
  const Items = [
    {
      IoReadOperations: 1,
      IoWriteOperations: 2,
      ReadThroughputInKb: 1,
      WriteThroughputInKb: 4,
      QueueLength: 3,
    },
    {
      IoReadOperations: 1,
      IoWriteOperations: 2,
      ReadThroughputInKb: 1,
      WriteThroughputInKb: 4,
      QueueLength: null,
    },
  ];
  expect(values({ Type: 'IoStats', Items })).toEqual({
    'disk.readOperations': 2,
    'disk.writeOperations': 4,
    'disk.readBytes': 2048,
    'disk.writeBytes': 8192,
    'disk.queue': 3,
  });
  expect(
    values({
      Type: 'StorageUsage',
      Items: [
        { FreeSpace: 8, RavenSize: 1 },
        { FreeSpace: 5, RavenSize: 2 },
      ],
    }),
  ).toEqual({ 'disk.free': 5, 'disk.databases': 3 });
});

test('reports the longest pause of the collections, and nothing without one', () => {
  expect(
    values({
      Type: 'GcInfo',
      Ephemeral: { PauseDurationsInMs: [2, 0], PauseTimePercentage: 1.1, TotalHeapSizeAfterBytes: 6 },
      Background: { PauseDurationsInMs: [3, 4], PauseTimePercentage: 1.2, TotalHeapSizeAfterBytes: 9 },
      FullBlocking: null,
    }),
  ).toEqual({ 'gc.pause': 7, 'gc.timeShare': 1.2, 'gc.heap': 9 });
  expect(values({ Type: 'GcInfo', Ephemeral: null, Background: null, FullBlocking: null })).toEqual({});
});

test('counts the problems of all databases, and none where there is no database', () => {
  const Items = [
    {
      Database: 'a',
      IndexingErrorsCount: 2,
      ErroredIndexesCount: 1,
      AlertsCount: 0,
      PerformanceHintsCount: 4,
    },
    { Database: 'b', IndexingErrorsCount: 1, AlertsCount: 3 },
    { Database: 'elsewhere', IndexingErrorsCount: 50, Irrelevant: true },
  ];
  expect(values({ Type: 'DatabaseOverview', Items })).toEqual({
    'problems.indexingErrors': 3,
    'problems.erroredIndexes': 1,
    'problems.alerts': 3,
    'problems.hints': 4,
  });
  expect(values({ Type: 'DatabaseOverview', Items: [] })).toMatchObject({ 'problems.alerts': 0 });
});

test.each(widgetTypes)('reads no figure from a hostile %s', (Type) => {
  const wrong: readonly unknown[] = ['3', null, {}, [], -1, true, Infinity, { valueOf: 1 }];
  const names = ['ProcessCpuUsage', 'WorkingSet', 'RequestsPerSecond', 'IndexedPerSecond', 'Ephemeral'];
  for (const value of wrong) {
    const data = Object.fromEntries(names.map((name) => [name, value]));
    expect(values({ Type, ...data, Items: 'none' })).toEqual({});
    expect(values({ Type, ...data, Items: [null, 4, [], { QueueLength: value, FreeSpace: value }] })).toEqual(
      Type === 'DatabaseOverview' ? expect.anything() : {},
    );
  }
});

test('drops a sum that is no number any more', () => {
  const Items = [{ IoReadOperations: Number.MAX_VALUE }, { IoReadOperations: Number.MAX_VALUE }];
  expect(values({ Type: 'IoStats', Items })).toEqual({});
});

test('distinguishes errors and unknown frames', () => {
  expect(readDashboardFrame({ Type: 'Error', Exception: 'no' })).toEqual({ kind: 'error', reason: 'no' });
  for (const raw of [null, 4, 'x', [], {}, { Id: -1, Data: { Type: 'ServerTime' } }, { Data: null }])
    expect(readDashboardFrame(raw)).toEqual({ kind: 'other' });
});

import { describe, expect, test } from 'vitest';
import type { IoMetrics } from '../../protocol/io-metrics.ts';
import { ioFileName, readIoFile, toIoFile } from './io-file.ts';
import { IoRecording } from './io-recording.ts';
import { nearestRank, statisticsOf } from './io-statistics.ts';

const write = (second: number, duration: number, size: number) => ({
  Type: 'JournalWrite',
  Start: `2026-05-01T10:00:${String(second).padStart(2, '0')}.0000000Z`,
  Duration: duration,
  Size: size,
  FileSize: 67_108_864,
});

const snapshot: IoMetrics = {
  Environments: [
    {
      Path: '/data/Databases/shop/Indexes/Orders_ByDay',
      Type: 'Index',
      Files: [
        {
          File: 'Raven.voron',
          Status: 'InUse',
          Recent: [{ ...write(3, 2.5, 8192), Type: 'DataSync' }],
          History: [],
        },
      ],
    },
    {
      Path: '/data/Databases/shop',
      Type: 'Documents',
      Files: [
        {
          File: '0000000000000000001.journal',
          Status: 'Closed',
          Recent: [
            write(1, 0.5, 4096),
            write(2, 1.5, 16_384),
            {
              Type: 'Compression',
              Start: '2026-05-01T10:00:02.0000000Z',
              Duration: 0.1,
              OriginalSize: 16_384,
              CompressedSize: 4096,
              Acceleration: 1,
            },
          ],
          History: [
            {
              Type: 'JournalWrite',
              Start: '2026-05-01T09:59:00.0000000Z',
              End: '2026-05-01T09:59:30.0000000Z',
              Size: 1_000_000,
              FileSize: 67_108_864,
              Duration: 30_000,
              ActiveDuration: 120,
              MaxDuration: 9,
              MinDuration: 0.2,
            },
          ],
        },
      ],
    },
  ],
};

describe('an I/O recording', () => {
  test('keeps each event once, however often a snapshot repeats it', () => {
    const recording = new IoRecording();
    expect(recording.add(snapshot)).toBe(5);
    expect(recording.add(snapshot)).toBe(0);
    expect(recording.columns.length).toBe(5);
  });

  test('orders environments as their users do, and names an index by its folder', () => {
    const recording = new IoRecording();
    recording.add(snapshot);
    expect(recording.groups().map(({ label }) => label)).toEqual(['Documents', 'Index Orders_ByDay']);
  });

  test('says which meters it does not know instead of hiding them', () => {
    const recording = new IoRecording();
    recording.add({
      Environments: [
        {
          Path: '/x',
          Type: 'Documents',
          Files: [{ File: 'f', Recent: [{ ...write(1, 1, 1), Type: 'JournalWait' }] }],
        },
      ],
    });
    expect(recording.columns.length).toBe(0);
    expect(recording.unknownTypes.get('JournalWait')).toBe(1);
  });

  test('comes back the same from its own file', () => {
    const recording = new IoRecording();
    recording.add(snapshot);
    const again = new IoRecording();
    again.add(readIoFile(JSON.stringify(toIoFile(recording)), 'x.json'));
    expect(toIoFile(again)).toEqual(toIoFile(recording));
    expect(again.columns.length).toBe(5);
    const documents = toIoFile(recording).Environments.find(({ Type }) => Type === 'Documents');
    expect(documents?.Files[0]?.Recent?.[0]).toMatchObject(write(1, 0.5, 4096));
    expect(documents?.Files[0]?.History?.[0]).toMatchObject({ MaxDuration: 9, ActiveDuration: 120 });
  });

  test('refuses what is not a recording, in a sentence', () => {
    expect(() => readIoFile('<html>', 'page.html')).toThrow(/page\.html is not JSON/);
    expect(() => readIoFile('{"Results":[]}', 'a.json')).toThrow(/not an I\/O recording/);
  });
});

test('statistics count what begins in the window and leave folded history out', () => {
  const recording = new IoRecording();
  recording.add(snapshot);
  const from = Date.UTC(2026, 4, 1, 9);
  const [journal, , sync] = statisticsOf(recording.columns, { from, to: from + 7_200_000 });
  expect(journal).toMatchObject({ count: 2, bytes: 20_480, p50: 0.5, max: 1.5, folded: 1 });
  expect(sync).toMatchObject({ count: 1, bytes: 8192 });
  expect(statisticsOf(recording.columns, { from: 0, to: 1 })[0]?.count).toBe(0);
});

test('a percentile is the nearest rank', () => {
  expect(nearestRank([], 0.95)).toBe(0);
  expect(nearestRank([1, 2, 3, 4], 0.5)).toBe(2);
  expect(nearestRank([1, 2, 3, 4], 0.95)).toBe(4);
});

test('the file is named as RavenDB’s Studio names it', () => {
  expect(ioFileName('my shop', new Date(2026, 4, 1, 9, 5))).toBe('IOStats-of-my_shop-2026-05-01-09-05.json');
});

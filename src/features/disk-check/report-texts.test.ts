import { expect, it } from 'vitest';
import { diskCheckReport } from '../../contract/index.ts';
import { readSettings, requestOf } from './check-settings.ts';
import { reportAsCsv, reportAsText } from './report-texts.ts';

const latency = {
  ...{ minNs: 900_000, meanNs: 2_000_000, p50Ns: 1_900_000, p90Ns: 4_000_000 },
  ...{ p99Ns: 14_000_000, p999Ns: null, maxNs: 20_000_000 },
};
const report = diskCheckReport.parse({
  folder: '/data',
  startedAt: '2026-01-31T10:00:00Z',
  seconds: 30,
  fileSystem: {
    ...{ kind: 'Local', name: 'ext4', source: '/dev/vda', options: ['rw'] },
    ...{ writeCache: 'write back', rotational: false },
  },
  space: { available: 50 * 2 ** 30, total: 100 * 2 ** 30 },
  direct: true,
  bytesWritten: 2 ** 30,
  measurements: [
    {
      ...{
        method: 'Journal',
        access: 'Sequential',
        blockSize: 4096,
        threads: 1,
        operations: 520,
        seconds: 1,
      },
      ...{ bytes: 2_129_920, operationsPerSecond: 520, bytesPerSecond: 2_129_920, latency },
      ...{ syncLatency: null, flushSeconds: null },
    },
  ],
  series: [],
  estimates: { smallCommitsPerSecond: 520, parallelWritesPerSecond: null, bulkInsertBytesPerSecond: null },
  findings: [{ id: 'commit', level: 'Info', text: 'A commit of 4 KB costs 1.9 ms p50.' }],
  skipped: ['read, random, 4 KB, 1 thread: no direct I/O'],
});

it('a report as text has its disk, its sentences and its figures', () => {
  const text = reportAsText(report);
  expect(text).toContain('Disk check of /data, 2026-01-31T10:00:00Z\next4 on /dev/vda, 50 GB of 100 GB free');
  expect(text).toContain('- A commit of 4 KB costs 1.9 ms p50.');
  expect(text).toContain('Journal commit\tsequential\t4 KB\t1\t520/s\t2.13 MB/s\t1.9 ms\t14 ms\t20 ms');
  expect(text).toContain('Not measured:\n- read, random, 4 KB, 1 thread: no direct I/O');
});

it('CSV has exact numbers, and nothing for a missing percentile', () => {
  const [head, row] = reportAsCsv(report).split(/\r?\n/);
  expect(head?.split(',')).toHaveLength(17);
  expect(row).toBe(
    'Journal,Sequential,4096,1,520,1,520,2129920,900000,2000000,1900000,4000000,14000000,,20000000,,',
  );
});

it('saved settings that are not known are replaced by the defaults', () => {
  const settings = readSettings({ place: 'moon', seconds: '10', path: 7 });
  expect(settings).toEqual({ place: 'sandbox', path: '', seconds: '10', size: '256', threads: '16' });
  expect(readSettings(null)).toEqual(readSettings({}));
  expect(requestOf(settings)).toEqual({
    place: { kind: 'sandbox' },
    seconds: 10,
    bytes: 256 * 1024 * 1024,
    threads: 16,
  });
  expect(requestOf({ ...settings, place: 'folder', path: ' ' })).toBeNull();
  expect(requestOf({ ...settings, place: 'folder', path: ' /data ' })?.place).toEqual({
    kind: 'folder',
    path: '/data',
  });
});

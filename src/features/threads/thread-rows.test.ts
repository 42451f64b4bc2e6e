import { expect, test } from 'vitest';
import type { ThreadIo, ThreadSample, ThreadUsage } from '../../protocol/threads.ts';
import { filterThreads, nameTitle, sortThreads, threadRows, threadsCsv } from './thread-rows.ts';

const quiet: ThreadIo = {
  readCallsPerSecond: null,
  writeCallsPerSecond: null,
  readBytesPerSecond: null,
  writeBytesPerSecond: null,
  readCalls: null,
  writeCalls: null,
  readBytes: null,
  writeBytes: null,
};

function thread(id: number, own: Partial<ThreadUsage> = {}): ThreadUsage {
  return {
    id,
    name: `thread ${id}`,
    fromLinux: false,
    cpu: 0,
    managedId: null,
    allocatedBytes: null,
    startedAt: '2026-01-01T00:00:00Z',
    totalMs: 0,
    kernelMs: null,
    userMs: null,
    state: 'Wait',
    waitReason: null,
    waitChannel: null,
    syscall: null,
    job: null,
    priority: null,
    io: null,
    ...own,
  };
}

function sample(takenAt: string, ...threads: ThreadUsage[]): ThreadSample {
  return { takenAt, machineCpu: 1, processCpu: 1, activeCores: 2, threadCount: threads.length, threads };
}

test("uses the server's rates if available, otherwise computes them from two totals", () => {
  const before = sample('2026-01-01T00:00:00Z', thread(1, { io: { ...quiet, readBytes: 1000 } }));
  const after = sample(
    '2026-01-01T00:00:02Z',
    thread(1, { io: { ...quiet, readBytes: 5000 } }),
    thread(2, { io: { ...quiet, readBytesPerSecond: 77 } }),
    thread(3),
  );
  expect(threadRows(after, before).map((row) => row.readRate)).toEqual([2000, 77, null]);
  expect(threadRows(after, null).map((row) => row.readRate)).toEqual([null, 77, null]);
});

test('says in the tooltip of a name of 15 characters that Linux cuts names', () => {
  const title = (name: string, own: Partial<ThreadUsage> = {}, onLinux = true) =>
    threadRows(sample('2026-01-01T00:00:00Z', thread(1, { name, ...own })), null).map((row) =>
      nameTitle(row, onLinux),
    )[0];
  const cut = "indexing-worker: Linux keeps the first 15 characters of a thread's name.";
  expect(title('indexing-worker')).toBe(cut);
  expect(title('indexing-worke')).toBe('indexing-worke');
  expect(title('indexing-worker', {}, false)).toBe('indexing-worker');
  expect(title('indexing-worker', { managedId: 4 })).toBe('indexing-worker');
});

test('has no rate for a reused thread id', () => {
  const before = sample('2026-01-01T00:00:00Z', thread(1, { io: { ...quiet, readBytes: 0 } }));
  const after = sample(
    '2026-01-01T00:00:01Z',
    thread(1, { startedAt: '2026-01-01T00:00:00.5Z', io: { ...quiet, readBytes: 9 } }),
  );
  expect(threadRows(after, before)[0]?.readRate).toBeNull();
});

test('sorts missing values last in descending order, and breaks ties by id', () => {
  const rows = threadRows(
    sample('x', thread(3, { cpu: 5 }), thread(1, { cpu: 5 }), thread(2, { cpu: 9, totalMs: null })),
    null,
  );
  expect(sortThreads(rows, 'cpu', true).map((row) => row.id)).toEqual([2, 1, 3]);
  expect(sortThreads(rows, 'total', true).at(-1)?.id).toBe(2);
});

test('requires every filter word', () => {
  const rows = threadRows(
    sample(
      'x',
      thread(1, { name: 'Indexing of Orders', state: 'Running' }),
      thread(2, { name: 'Voron Flushing' }),
    ),
    null,
  );
  expect(filterThreads(rows, 'order RUN').map((row) => row.id)).toEqual([1]);
  expect(filterThreads(rows, ' ').length).toBe(2);
});

test('writes one CSV line per thread', () => {
  const csv = threadsCsv(threadRows(sample('x', thread(1, { name: 'a, "b"', cpu: 1.234 })), null));
  expect(csv.split('\r\n')[1]).toBe('1,"a, ""b""",1.23,Wait,,0,,,,,2026-01-01T00:00:00Z');
});

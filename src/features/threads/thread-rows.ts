/** Rows of the live table: filtered, sorted, with rates computed from totals if needed. Pure. */
import { parseServerDate } from '../../protocol/server-date.ts';
import type { ThreadSample, ThreadUsage } from '../../protocol/threads.ts';
import { csvText } from '../../ui/csv-text.ts';

export interface ThreadRow extends ThreadUsage {
  /** Bytes per second over the last interval; null when not available. */
  readonly readRate: number | null;
  readonly writeRate: number | null;
}

export const sortable = ['cpu', 'name', 'id', 'state', 'total', 'read', 'write', 'started'] as const;
export type SortKey = (typeof sortable)[number];

export function threadRows(sample: ThreadSample, before: ThreadSample | null): ThreadRow[] {
  const earlier = new Map(before?.threads.map((thread) => [thread.id, thread]));
  const seconds = before ? secondsBetween(before, sample) : null;
  return sample.threads.map((thread) => {
    const past = earlier.get(thread.id);
    // A reused thread id has no previous total.
    const same = past?.startedAt === thread.startedAt ? past : undefined;
    return {
      ...thread,
      readRate: thread.io?.readBytesPerSecond ?? rate(same?.io?.readBytes, thread.io?.readBytes, seconds),
      writeRate: thread.io?.writeBytesPerSecond ?? rate(same?.io?.writeBytes, thread.io?.writeBytes, seconds),
    };
  });
}

function secondsBetween(before: ThreadSample, after: ThreadSample): number | null {
  const seconds = (parseServerDate(after.takenAt ?? '') - parseServerDate(before.takenAt ?? '')) / 1000;
  return seconds > 0 ? seconds : null;
}

function rate(
  before: number | null | undefined,
  after: number | null | undefined,
  seconds: number | null,
): number | null {
  if (seconds === null || before === null || before === undefined || after === null || after === undefined)
    return null;
  return Math.max(0, after - before) / seconds;
}

/** Linux keeps this number of characters of a thread's name. */
const LINUX_NAME = 15;

/** The tooltip of a name: whether it can be cut. Names of managed threads are complete. */
export function nameTitle({ name, managedId }: ThreadRow, onLinux: boolean): string {
  return onLinux && managedId === null && name.length === LINUX_NAME
    ? `${name}: Linux keeps the first ${LINUX_NAME} characters of a thread's name.`
    : name;
}

/** Every word must occur in name, id, state or wait reason, not case-sensitive. */
export function filterThreads(rows: readonly ThreadRow[], words: string): readonly ThreadRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return rows;
  return rows.filter((row) => {
    const text =
      `${row.name} ${row.id} ${row.state} ${row.waitReason ?? ''} ${row.waitChannel ?? ''} ${row.syscall ?? ''} ${row.job?.text ?? ''}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

export function sortThreads(rows: readonly ThreadRow[], key: SortKey, descending: boolean): ThreadRow[] {
  const sign = descending ? -1 : 1;
  // The id breaks ties, so that rows keep their order between samples.
  return [...rows].sort((a, b) => sign * compare(valueOf(a, key), valueOf(b, key)) || a.id - b.id);
}

function valueOf(row: ThreadRow, key: SortKey): string | number | null {
  switch (key) {
    case 'cpu':
      return row.cpu;
    case 'name':
      return row.name.toLowerCase();
    case 'id':
      return row.id;
    case 'state':
      return `${row.state} ${row.waitReason ?? ''}`;
    case 'total':
      return row.totalMs;
    case 'read':
      return row.readRate;
    case 'write':
      return row.writeRate;
    case 'started':
      return row.startedAt;
  }
}

/** Missing values sort below all others. */
function compare(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a < b ? -1 : 1;
}

export function threadsCsv(rows: readonly ThreadRow[]): string {
  return csvText(
    [
      ...['Id', 'Name', 'CPU %', 'State', 'Wait', 'Total CPU ms', 'Kernel ms', 'User ms'],
      ...['Read B/s', 'Write B/s', 'Started'],
    ],
    rows.map((row) => [
      row.id,
      row.name,
      row.cpu.toFixed(2),
      row.state,
      row.waitChannel ?? row.waitReason,
      row.totalMs,
      row.kernelMs,
      row.userMs,
      row.readRate === null ? null : Math.round(row.readRate),
      row.writeRate === null ? null : Math.round(row.writeRate),
      row.startedAt,
    ]),
  );
}

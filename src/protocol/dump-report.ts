/** The counts and messages of an export or import (`SmugglerResult`), also of its progress. Tolerant: parts may be missing. */
import { z } from 'zod';

/** The members that count items, with the names that users see, in the order of servers. */
const kinds = [
  ['DatabaseRecord', 'Database record'],
  ['Documents', 'Documents'],
  ['RevisionDocuments', 'Revisions'],
  ['Tombstones', 'Tombstones'],
  ['Conflicts', 'Conflicts'],
  ['Identities', 'Identities'],
  ['Indexes', 'Indexes'],
  ['CompareExchange', 'Compare exchange'],
  ['CompareExchangeTombstones', 'Compare-exchange tombstones'],
  ['Subscriptions', 'Subscriptions'],
  ['Counters', 'Counters'],
  ['TimeSeries', 'Time series'],
  ['TimeSeriesDeletedRanges', 'Deleted ranges of time series'],
  ['ReplicationHubCertificates', 'Replication hub certificates'],
] as const;

export interface DumpCounts {
  readonly name: string;
  readonly read: number;
  readonly skipped: number;
  readonly errors: number;
  readonly bytes: number;
  /** The whole kind was left out. */
  readonly leftOut: boolean;
}

export interface DumpMessage {
  /** `14:14:46`, or empty. */
  readonly time: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
}

export interface DumpReport {
  /** Kinds with items, or that were left out because of an error. */
  readonly counts: readonly DumpCounts[];
  readonly messages: readonly DumpMessage[];
  /** Members of the database record that the import applied. */
  readonly applied: readonly string[];
}

const number = z.number().catch(0);
const counts = z.looseObject({
  ReadCount: number,
  SkippedCount: number,
  ErroredCount: number,
  SizeInBytes: number,
  Skipped: z.boolean().catch(false),
});
const messages = z.array(z.string()).catch([]);

export function readDumpReport(result: unknown): DumpReport {
  const members = z.record(z.string(), z.unknown()).catch({}).parse(result);
  const found: DumpCounts[] = [];
  for (const [member, name] of kinds) {
    const parsed = counts.safeParse(members[member]);
    if (!parsed.success) continue;
    found.push(countsOf(name, parsed.data));
    const attachments = counts.safeParse(parsed.data.Attachments);
    if (attachments.success)
      found.push(
        countsOf(
          member === 'Documents' ? 'Attachments' : `Attachments of ${name.toLowerCase()}`,
          attachments.data,
        ),
      );
  }
  const record = z.record(z.string(), z.unknown()).catch({}).parse(members.DatabaseRecord);
  return {
    counts: found.filter(({ read, skipped, errors }) => read + skipped + errors > 0),
    messages: messages.parse(members.Messages).map(readMessage),
    applied: Object.entries(record)
      .filter(([name, value]) => name.endsWith('Updated') && value === true)
      .map(([name]) => name.slice(0, -'Updated'.length)),
  };
}

function countsOf(name: string, from: z.output<typeof counts>): DumpCounts {
  return {
    name,
    read: from.ReadCount,
    skipped: from.SkippedCount,
    errors: from.ErroredCount,
    bytes: from.SizeInBytes,
    leftOut: from.Skipped,
  };
}

const levels: Readonly<Record<string, DumpMessage['level']>> = {
  INFO: 'info',
  WARNING: 'warning',
  ERROR: 'error',
};

function readMessage(line: string): DumpMessage {
  const [, time = '', level = '', text] = /^\[(\S+) ([A-Z]+)\] ([\s\S]*)$/.exec(line) ?? [];
  return { time, level: levels[level] ?? 'info', text: text ?? line };
}

export function itemsRead({ counts }: DumpReport): number {
  return counts.reduce((sum, { read }) => sum + read, 0);
}

/** The last import of a dump into a database that did not end completely, kept until it is completed or dismissed. */
import { z } from 'zod';
import type { Session } from '../../app/registry/index.ts';
import { formatBytes } from '../../ui/index.ts';

const FEATURE = 'unfinished-import';

const unfinishedImport = z.object({
  fileName: z.string().max(255),
  size: z.number().int().nonnegative(),
  /** ISO text. */
  startedAt: z.string(),
  /** Sent to the server when it ended; null while it runs, or when the window was closed meanwhile. */
  bytes: z.number().int().nonnegative().nullable(),
  ended: z.enum(['failed', 'cancelled']).nullable(),
});
export type UnfinishedImport = z.infer<typeof unfinishedImport>;

type Kept = Pick<Session, 'readDatabaseState' | 'writeDatabaseState'>;

/** Null where the last import is complete, or its record cannot be read. */
export function readUnfinishedImport(session: Kept): UnfinishedImport | null {
  const kept = unfinishedImport.safeParse(session.readDatabaseState(FEATURE));
  return kept.success ? kept.data : null;
}

/** Null removes the record. */
export function writeUnfinishedImport(session: Kept, unfinished: UnfinishedImport | null): void {
  session.writeDatabaseState(FEATURE, unfinished);
}

/** A file of the same name and size: the content of a large file is not compared. */
export function isSameFile({ fileName, size }: UnfinishedImport, file: Pick<File, 'name' | 'size'>): boolean {
  return file.name.slice(0, 255) === fileName && file.size === size;
}

export function unfinishedText({ fileName, size, bytes, ended }: UnfinishedImport, database: string): string {
  const how =
    ended === 'cancelled' ? 'was cancelled' : ended === 'failed' ? 'failed' : 'was cut off with the window';
  const sent =
    bytes === null || size === 0
      ? ''
      : ` after ${formatBytes(bytes)} of ${formatBytes(size)} were sent (${Math.floor((100 * bytes) / size)} %)`;
  return `The import of ${fileName} ${how}${sent}. ${database} has a part of it.`;
}

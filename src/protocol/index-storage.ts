/** The files of one index and what fills its data file: the storage report of its environment. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { ServerError } from './server-error.ts';

const bytes = z.number().nullish().catch(null);
const file = z.looseObject({ AllocatedSpaceInBytes: bytes, Type: z.string().nullish().catch(null) });
const structure = z.looseObject({
  Name: z.string().catch('unnamed'),
  Type: z.string().nullish().catch(null),
  AllocatedSpaceInBytes: bytes,
  NumberOfEntries: bytes,
});
const list = <T extends z.ZodType>(item: T) => z.array(item).nullish().catch(null);

const reportAnswer = z.looseObject({
  Report: z
    .looseObject({
      DataFile: z
        .looseObject({ AllocatedSpaceInBytes: bytes, UsedSpaceInBytes: bytes, FreeSpaceInBytes: bytes })
        .nullish()
        .catch(null),
      Journals: z
        .looseObject({ Journals: list(file) })
        .nullish()
        .catch(null),
      TempBuffers: list(file),
      Trees: list(structure),
      Tables: list(structure),
      PreAllocatedBuffers: z.looseObject({ AllocatedSpaceInBytes: bytes }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

/** A tree or table of the data file, as the server names it. */
export interface StoragePart {
  readonly name: string;
  /** `VariableSizeTree`, `Lookup`, `Set`, `Table` and others. */
  readonly type: string;
  readonly bytes: number;
  readonly entries: number | null;
}

/** In bytes. Null where the server does not report it. */
export interface IndexStorage {
  readonly data: number | null;
  readonly used: number | null;
  readonly free: number | null;
  readonly journals: number;
  readonly journalFiles: number;
  /** Temporary files by kind, such as `Scratch`; deleted when the index closes. */
  readonly temporary: ReadonlyMap<string, number>;
  /** The largest first. */
  readonly parts: readonly StoragePart[];
}

/** Null when the server has no report of a single index, as the sandbox. */
export async function getIndexStorage(
  db: DatabaseClient,
  name: string,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<IndexStorage | null> {
  const Report = await readReport(db, name, options);
  if (!Report) return null;
  const journals = Report.Journals?.Journals ?? [];
  const temporary = new Map<string, number>();
  for (const { Type, AllocatedSpaceInBytes } of Report.TempBuffers ?? []) {
    const kind = Type ?? 'Other';
    temporary.set(kind, (temporary.get(kind) ?? 0) + (AllocatedSpaceInBytes ?? 0));
  }
  const reserved = Report.PreAllocatedBuffers?.AllocatedSpaceInBytes ?? 0;
  const parts: StoragePart[] = [
    ...(Report.Trees ?? []).map((tree) => toPart(tree, 'Tree')),
    ...(Report.Tables ?? []).map((table) => toPart(table, 'Table')),
    ...(reserved > 0
      ? [{ name: 'Preallocated pages', type: 'Reserved', bytes: reserved, entries: null }]
      : []),
  ];
  return {
    data: Report.DataFile?.AllocatedSpaceInBytes ?? null,
    used: Report.DataFile?.UsedSpaceInBytes ?? null,
    free: Report.DataFile?.FreeSpaceInBytes ?? null,
    journals: journals.reduce((sum, each) => sum + (each.AllocatedSpaceInBytes ?? 0), 0),
    journalFiles: journals.length,
    temporary,
    parts: parts.filter((part) => part.bytes > 0).sort((a, b) => b.bytes - a.bytes),
  };
}

async function readReport(db: DatabaseClient, name: string, options: Pick<RequestOptions, 'signal'>) {
  try {
    // Without details: those read every page, and RavenDB 6.2.4 and 7.1.5 fail on an empty container.
    const query = { name, type: 'Index' };
    return (await db.read(reportAnswer, 'GET', '/debug/storage/environment/report', { query, ...options }))
      .Report;
  } catch (thrown) {
    if (thrown instanceof ServerError && thrown.type === 'RouteNotFoundException') return null;
    throw thrown;
  }
}

function toPart(read: z.output<typeof structure>, type: string): StoragePart {
  return {
    name: read.Name,
    type: read.Type ?? type,
    bytes: read.AllocatedSpaceInBytes ?? 0,
    entries: read.NumberOfEntries ?? null,
  };
}

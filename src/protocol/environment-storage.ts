/** The files of one environment and what fills its data file. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { ServerError } from './server-error.ts';
import { bytes, readPart, structure, type StoragePart } from './storage-parts.ts';

const file = z.looseObject({ AllocatedSpaceInBytes: bytes, Type: z.string().nullish().catch(null) });
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

/** In bytes. Null where the server does not report it. */
export interface EnvironmentStorage {
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
export function getIndexStorage(
  db: DatabaseClient,
  name: string,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<EnvironmentStorage | null> {
  return getEnvironmentStorage(db, name, 'Index', options);
}

/** Null when the server has no report of a single environment, as the sandbox. */
export async function getEnvironmentStorage(
  db: DatabaseClient,
  name: string,
  type: string,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<EnvironmentStorage | null> {
  const Report = await readReport(db, { name, type }, options);
  if (!Report) return null;
  const journals = Report.Journals?.Journals ?? [];
  const temporary = new Map<string, number>();
  for (const { Type, AllocatedSpaceInBytes } of Report.TempBuffers ?? []) {
    const kind = Type ?? 'Other';
    temporary.set(kind, (temporary.get(kind) ?? 0) + (AllocatedSpaceInBytes ?? 0));
  }
  const reserved = Report.PreAllocatedBuffers?.AllocatedSpaceInBytes ?? 0;
  const parts: StoragePart[] = [
    ...(Report.Trees ?? []).map((tree) => readPart(tree, 'Tree')),
    ...(Report.Tables ?? []).map((table) => readPart(table, 'Table')),
    ...(reserved > 0
      ? [{ name: 'Preallocated pages', type: 'Reserved', bytes: reserved, reserved, entries: null }]
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

async function readReport(
  db: DatabaseClient,
  query: { readonly name: string; readonly type: string },
  options: Pick<RequestOptions, 'signal'>,
) {
  try {
    // Without details: those read every page, and RavenDB 6.2.4 and 7.1.5 fail on an empty container.
    return (await db.read(reportAnswer, 'GET', '/debug/storage/environment/report', { query, ...options }))
      .Report;
  } catch (thrown) {
    if (thrown instanceof ServerError && thrown.type === 'RouteNotFoundException') return null;
    throw thrown;
  }
}

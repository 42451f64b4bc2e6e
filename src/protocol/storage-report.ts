/**
 * The files of a database: one environment for its documents, one for its configuration, one for each index. The sandbox adds
 * the tables of its data file.
 */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { bytes, readPart, structure, type StoragePart } from './storage-parts.ts';

const files = z
  .array(z.looseObject({ AllocatedSpaceInBytes: bytes }))
  .nullish()
  .catch(null);

const reportAnswer = z.looseObject({
  Results: z
    .array(
      z.looseObject({
        Name: z.string(),
        Type: z.string().nullish().catch(null),
        Report: z
          .looseObject({
            DataFile: z
              .looseObject({
                AllocatedSpaceInBytes: bytes,
                UsedSpaceInBytes: bytes,
                FreeSpaceInBytes: bytes,
              })
              .nullish()
              .catch(null),
            Journals: files,
            TempFiles: files,
            Tables: z.array(structure).nullish().catch(null),
          })
          .nullish()
          .catch(null),
      }),
    )
    .nullish(),
});

/** In bytes. Null where the server does not report it. */
export interface StorageEnvironment {
  readonly name: string;
  /** `Documents`, `Configuration`, `Index`, or what a later server adds. */
  readonly type: string;
  readonly data: number | null;
  readonly used: number | null;
  readonly free: number | null;
  readonly journals: number;
  readonly journalFiles: number;
  /** Temporary files, deleted when the environment closes. */
  readonly temporary: number;
  /** Of the data file. Empty where the report has none. */
  readonly tables: readonly StoragePart[];
}

export async function getStorageReport(
  db: DatabaseClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly StorageEnvironment[]> {
  const read = await db.read(reportAnswer, 'GET', '/debug/storage/report', options);
  return (read.Results ?? []).map(({ Name, Type, Report }) => ({
    name: Name,
    type: Type ?? 'Unknown',
    data: Report?.DataFile?.AllocatedSpaceInBytes ?? null,
    used: Report?.DataFile?.UsedSpaceInBytes ?? null,
    free: Report?.DataFile?.FreeSpaceInBytes ?? null,
    journals: sum(Report?.Journals),
    journalFiles: Report?.Journals?.length ?? 0,
    temporary: sum(Report?.TempFiles),
    tables: (Report?.Tables ?? []).map((table) => readPart(table, 'Table')),
  }));
}

function sum(list: z.output<typeof files>): number {
  return (list ?? []).reduce((total, file) => total + (file.AllocatedSpaceInBytes ?? 0), 0);
}

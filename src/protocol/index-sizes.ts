/** Sizes of index files, from the storage report. The sandbox's report has no indexes. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';

const size = z.number().nullish().catch(null);
const files = z
  .array(z.looseObject({ AllocatedSpaceInBytes: size }))
  .nullish()
  .catch(null);

const reportAnswer = z.looseObject({
  Results: z
    .array(
      z.looseObject({
        Name: z.string(),
        Type: z.string().nullish(),
        Report: z
          .looseObject({
            DataFile: z
              .looseObject({ AllocatedSpaceInBytes: size, UsedSpaceInBytes: size })
              .nullish()
              .catch(null),
            Journals: files,
            TempFiles: files,
          })
          .nullish()
          .catch(null),
      }),
    )
    .nullish(),
});

/** In bytes. */
export interface IndexSize {
  readonly data: number;
  /** Of the data file; null where the server does not report it. */
  readonly used: number | null;
  readonly journals: number;
  /** Temporary files, deleted when the index closes; not part of its size. */
  readonly temporary: number;
}

/** By name. Empty when the server reports no index. */
export async function getIndexSizes(
  db: DatabaseClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<ReadonlyMap<string, IndexSize>> {
  const read = await db.read(reportAnswer, 'GET', '/debug/storage/report', options);
  const sizes = new Map<string, IndexSize>();
  for (const { Name, Type, Report } of read.Results ?? []) {
    const data = Report?.DataFile?.AllocatedSpaceInBytes;
    if (Type !== 'Index' || typeof data !== 'number') continue;
    sizes.set(Name, {
      data,
      used: Report?.DataFile?.UsedSpaceInBytes ?? null,
      journals: sum(Report?.Journals),
      temporary: sum(Report?.TempFiles),
    });
  }
  return sizes;
}

function sum(list: z.output<typeof files>): number {
  return (list ?? []).reduce((bytes, file) => bytes + (file.AllocatedSpaceInBytes ?? 0), 0);
}

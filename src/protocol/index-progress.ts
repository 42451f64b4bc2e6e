/** The work that stale indexes still have to do. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';

const count = z.number().nullish().catch(null);

const collectionProgress = z.looseObject({
  NumberOfItemsToProcess: count,
  NumberOfTombstonesToProcess: count,
  NumberOfTimeSeriesDeletedRangesToProcess: count,
  TotalNumberOfItems: count,
  // Servers before 5.0.
  NumberOfDocumentsToProcess: count,
  TotalNumberOfDocuments: count,
});
const progressAnswer = z.looseObject({
  Results: z
    .array(
      z.looseObject({
        Name: z.string(),
        Collections: z.record(z.string(), collectionProgress).nullish().catch(null),
      }),
    )
    .nullish(),
});

export interface IndexProgress {
  /** Documents and tombstones of all its collections that it has not read yet. */
  readonly remaining: number;
  /** All documents of its collections; null where the server does not report it. */
  readonly total: number | null;
}

/** By name. Indexes that are up to date have no entry. */
export async function getIndexProgress(
  db: DatabaseClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<ReadonlyMap<string, IndexProgress>> {
  const read = await db.read(progressAnswer, 'GET', '/indexes/progress', options);
  return new Map((read.Results ?? []).map((each) => [each.Name, toProgress(each.Collections ?? {})]));
}

function toProgress(collections: Record<string, z.output<typeof collectionProgress>>): IndexProgress {
  const all = Object.values(collections);
  const totals = all.map((each) => each.TotalNumberOfItems ?? each.TotalNumberOfDocuments ?? null);
  const left = (each: z.output<typeof collectionProgress>): number =>
    // The sandbox reports a distance of etags, which can exceed the number of documents.
    Math.min(
      each.NumberOfItemsToProcess ?? each.NumberOfDocumentsToProcess ?? 0,
      each.TotalNumberOfItems ?? each.TotalNumberOfDocuments ?? Infinity,
    ) +
    (each.NumberOfTombstonesToProcess ?? 0) +
    (each.NumberOfTimeSeriesDeletedRangesToProcess ?? 0);
  return {
    remaining: all.reduce((sum, each) => sum + Math.max(0, left(each)), 0),
    total: totals.reduce<number | null>(
      (sum, total) => (sum === null || total === null ? null : sum + total),
      0,
    ),
  };
}

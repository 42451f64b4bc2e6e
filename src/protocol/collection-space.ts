/** What each collection takes in the data file. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';

const count = z.number().nullish().catch(null);
const size = z.looseObject({ SizeInBytes: count }).nullish().catch(null);

const detailedAnswer = z.looseObject({
  Collections: z.record(
    z.string(),
    z.looseObject({
      CountOfDocuments: count,
      DocumentsSize: size,
      CountOfTombstones: count,
      TombstonesSize: size,
      CountOfRevisions: count,
      RevisionsSize: size,
      CountOfCounterEntries: count,
      CounterEntriesSize: size,
      CountOfTimeSeriesSegments: count,
      TimeSeriesSegmentsSize: size,
      TimeSeriesDeletedRangesSize: size,
    }),
  ),
});

/** Null where the server does not report it. */
export interface Space {
  readonly count: number | null;
  readonly bytes: number | null;
}

export interface CollectionSpace {
  readonly name: string;
  readonly documents: Space;
  readonly tombstones: Space;
  readonly revisions: Space;
  readonly counters: Space;
  /** Segments, and the ranges that were deleted of them. */
  readonly timeSeries: Space;
}

/** All collections, system collections included, as the server lists them. */
export async function getCollectionSpace(
  db: DatabaseClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly CollectionSpace[]> {
  const read = await db.read(detailedAnswer, 'GET', '/collections/stats/detailed', options);
  const space = (counted: number | null | undefined, sized: z.output<typeof size>): Space => ({
    count: counted ?? null,
    bytes: sized?.SizeInBytes ?? null,
  });
  return Object.entries(read.Collections).map(([name, each]) => {
    const segments = each.TimeSeriesSegmentsSize?.SizeInBytes ?? null;
    return {
      name,
      documents: space(each.CountOfDocuments, each.DocumentsSize),
      tombstones: space(each.CountOfTombstones, each.TombstonesSize),
      revisions: space(each.CountOfRevisions, each.RevisionsSize),
      counters: space(each.CountOfCounterEntries, each.CounterEntriesSize),
      timeSeries: {
        count: each.CountOfTimeSeriesSegments ?? null,
        bytes: segments === null ? null : segments + (each.TimeSeriesDeletedRangesSize?.SizeInBytes ?? 0),
      },
    };
  });
}

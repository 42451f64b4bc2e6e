/**
 * Compression results per collection. The sandbox adds them to the official collection statistics; a RavenDB server
 * has no such member, and the result is null, never zeros.
 */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const bytes = z.looseObject({ SizeInBytes: z.number() });

const dictionary = z.looseObject({
  Id: z.number(),
  CreatedAt: z.string(),
  CountOfSamples: z.number(),
  Size: bytes,
  RatioWhenAdopted: z.number(),
});

const compression = z.looseObject({
  Enabled: z.boolean(),
  CountOfCompressedDocuments: z.number(),
  SizeBeforeCompression: bytes,
  SizeAfterCompression: bytes,
  RecentRatio: z.number().nullish(),
  Dictionary: dictionary.nullish(),
});

const detailedAnswer = z.looseObject({
  Collections: z.record(
    z.string(),
    z.looseObject({ CountOfDocuments: z.number(), Compression: compression.nullish() }),
  ),
});

const dictionariesAnswer = z.looseObject({ TrainingFailure: z.string().nullish() });

export interface CompressionDictionary {
  readonly id: number;
  /** ISO text in UTC as sent by the server. */
  readonly createdAt: string;
  /** Number of training documents. */
  readonly samples: number;
  readonly bytes: number;
  /** Compressed size divided by original size, on documents outside the training set. */
  readonly ratioWhenAdopted: number;
}

export interface CollectionCompression {
  readonly name: string;
  readonly documents: number;
  /** Whether new documents are compressed. */
  readonly enabled: boolean;
  readonly compressed: number;
  /** Sizes of the compressed documents before and after compression, in bytes. */
  readonly before: number;
  readonly after: number;
  /** Compressed divided by original size of the latest documents; null until there are enough. */
  readonly recentRatio: number | undefined;
  readonly dictionary: CompressionDictionary | undefined;
}

export interface CompressionStats {
  readonly collections: readonly CollectionCompression[];
  /** Why the last training failed; the previous dictionary stays in use. */
  readonly trainingFailure: string | undefined;
}

/** Null when the server does not report it. Sorted by name, without collections that have no compression. */
export async function getCompressionStats(
  db: DatabaseClient,
  options: Signal = {},
): Promise<CompressionStats | null> {
  const stats = await db.read(detailedAnswer, 'GET', '/collections/stats/detailed', options);
  const reporting = Object.entries(stats.Collections).filter(([, each]) => 'Compression' in each);
  // Without collections it is unknown whether the server reports compression.
  if (reporting.length === 0) return null;
  const collections = reporting.flatMap(([name, { CountOfDocuments, Compression }]) =>
    Compression ? [toCollection(name, CountOfDocuments, Compression)] : [],
  );
  const { TrainingFailure } = await db.read(
    dictionariesAnswer,
    'GET',
    '/debug/storage/compression-dictionaries',
    options,
  );
  return {
    collections: collections
      .filter((each) => each.enabled || each.compressed > 0)
      .sort((a, b) => a.name.localeCompare(b.name)),
    trainingFailure: TrainingFailure ?? undefined,
  };
}

function toCollection(
  name: string,
  documents: number,
  read: z.output<typeof compression>,
): CollectionCompression {
  const { Dictionary } = read;
  return {
    name,
    documents,
    enabled: read.Enabled,
    compressed: read.CountOfCompressedDocuments,
    before: read.SizeBeforeCompression.SizeInBytes,
    after: read.SizeAfterCompression.SizeInBytes,
    recentRatio: read.RecentRatio ?? undefined,
    dictionary: Dictionary
      ? {
          id: Dictionary.Id,
          createdAt: Dictionary.CreatedAt,
          samples: Dictionary.CountOfSamples,
          bytes: Dictionary.Size.SizeInBytes,
          ratioWhenAdopted: Dictionary.RatioWhenAdopted,
        }
      : undefined,
  };
}

/**
 * What compression came to, collection by collection. The sandbox tells it beside the official collection statistics;
 * a RavenDB server has no such member, and then nothing is known: null, never zeros.
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
  /** ISO text in UTC as the server gave it. */
  readonly createdAt: string;
  /** Documents it was made of. */
  readonly samples: number;
  readonly bytes: number;
  /** Bytes after by bytes before, on documents it had not seen. */
  readonly ratioWhenAdopted: number;
}

export interface CollectionCompression {
  readonly name: string;
  readonly documents: number;
  /** Whether documents written now are compressed. */
  readonly enabled: boolean;
  readonly compressed: number;
  /** Bytes of the compressed documents as they came, and as they are stored. */
  readonly before: number;
  readonly after: number;
  /** After by before of the latest documents; unknown until enough were written. */
  readonly recentRatio: number | undefined;
  readonly dictionary: CompressionDictionary | undefined;
}

export interface CompressionEffect {
  readonly collections: readonly CollectionCompression[];
  /** Why the last dictionary could not be made; documents are compressed as before. */
  readonly trainingFailure: string | undefined;
}

/** Null where the server does not tell. Collections by name, those without any compression left out. */
export async function getCompressionEffect(
  db: DatabaseClient,
  options: Signal = {},
): Promise<CompressionEffect | null> {
  const stats = await db.read(detailedAnswer, 'GET', '/collections/stats/detailed', options);
  const told = Object.entries(stats.Collections).filter(([, each]) => 'Compression' in each);
  // No collections yet: whether the server would tell is not known either.
  if (told.length === 0) return null;
  const collections = told.flatMap(([name, { CountOfDocuments, Compression }]) =>
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

/** What a server does with documents that were changed on several nodes before they replicated. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';
import { readConfiguration } from './configuration.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const answer = z.looseObject({
  ResolveToLatest: z.boolean().nullish().catch(null),
  ResolveByCollection: z
    .record(
      z.string(),
      z.looseObject({
        Script: z.string().nullish().catch(null),
        LastModifiedTime: z.string().nullish().catch(null),
      }),
    )
    .nullish()
    .catch(null),
});

export interface ConflictScript {
  readonly collection: string;
  /** JavaScript that returns the document to keep. */
  readonly script: string;
  /** ISO text in UTC as sent by the server. */
  readonly changedAt: string | null;
}

export interface ConflictResolution {
  /** Whether the version with the latest date wins where no script resolves a conflict. */
  readonly toLatest: boolean;
  readonly scripts: readonly ConflictScript[];
}

/** Null when not configured. */
export async function getConflictResolution(
  db: DatabaseClient,
  options: Signal = {},
): Promise<ConflictResolution | null> {
  const read = await readConfiguration(db, '/replication/conflicts/solver', answer, options);
  return (
    read && {
      toLatest: read.ResolveToLatest ?? true,
      scripts: Object.entries(read.ResolveByCollection ?? {})
        .map(([collection, each]) => ({
          collection,
          script: each.Script ?? '',
          changedAt: each.LastModifiedTime ?? null,
        }))
        .sort((a, b) => a.collection.localeCompare(b.collection)),
    }
  );
}

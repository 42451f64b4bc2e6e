/** Applying the revisions configuration to all documents now, instead of when each is saved. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const startedAnswer = z.looseObject({ OperationId: z.number() });

/** Deletes every revision beyond the limits. Returns the number of the operation. */
export async function startEnforceRevisions(db: DatabaseClient, options: Signal = {}): Promise<number> {
  const answer = await db.read(startedAnswer, 'POST', '/admin/revisions/config/enforce', {
    json: { IncludeForceCreated: false, Collections: null },
    confirm: true,
    ...options,
  });
  return answer.OperationId;
}

const detailedAnswer = z.looseObject({
  Collections: z.record(z.string(), z.looseObject({ CountOfRevisions: z.number().nullish().catch(null) })),
});

export interface CollectionRevisions {
  readonly collection: string;
  readonly revisions: number;
}

/** Collections that have revisions, most first. */
export async function countRevisionsByCollection(
  db: DatabaseClient,
  options: Signal = {},
): Promise<readonly CollectionRevisions[]> {
  const read = await db.read(detailedAnswer, 'GET', '/collections/stats/detailed', options);
  return Object.entries(read.Collections)
    .map(([collection, each]) => ({ collection, revisions: each.CountOfRevisions ?? 0 }))
    .filter(({ revisions }) => revisions > 0)
    .sort((a, b) => b.revisions - a.revisions || a.collection.localeCompare(b.collection));
}

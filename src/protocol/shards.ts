/** Where documents of a sharded database are. The server computes it, so that no hash is repeated here. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions, ServerClient } from './client.ts';

type Signal = Pick<RequestOptions, 'signal'>;

export interface ShardPlace {
  /** One of 1,048,576; a bucket moves as a whole. Buckets above are those of prefixes. */
  readonly bucket: number;
  readonly shard: number;
}

const placeAnswer = z.looseObject({ Bucket: z.number(), Shard: z.number() });

export function findShard(
  server: ServerClient,
  database: string,
  id: string,
  options: Signal = {},
): Promise<ShardPlace> {
  return server
    .read(placeAnswer, 'GET', '/debug/sharding/find/bucket', { query: { name: database, id }, ...options })
    .then(({ Bucket, Shard }) => ({ bucket: Bucket, shard: Shard }));
}

/** An id whose document is stored with another one: RavenDB hashes what follows the last `$`. */
export const idBeside = (id: string, other: string): string => `${id}$${other}`;

const recordAnswer = z.looseObject({
  DatabaseName: z.string(),
  Sharding: z
    .looseObject({ Shards: z.record(z.string(), z.unknown()).nullish() })
    .nullish()
    .catch(null),
});

/** The numbers of the shards; none for a database that is not sharded. */
export async function getShards(db: DatabaseClient, options: Signal = {}): Promise<readonly number[]> {
  const read = await db.server.read(recordAnswer, 'GET', '/admin/databases', {
    query: { name: db.name },
    ...options,
  });
  return Object.keys(read.Sharding?.Shards ?? {})
    .map(Number)
    .sort((a, b) => a - b);
}

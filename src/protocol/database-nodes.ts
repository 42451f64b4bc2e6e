/** The nodes that hold a database. */
import { z } from 'zod';
import type { DatabaseClient, RequestOptions } from './client.ts';

const topologyAnswer = z.looseObject({
  Nodes: z
    .array(z.looseObject({ ClusterTag: z.string().nullish(), ServerRole: z.string().nullish() }))
    .nullish(),
});

/** Tags, sorted. Without promotables, which are still being filled, and rehabs, which were not reachable lately. */
export async function getDatabaseNodes(
  db: DatabaseClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly string[]> {
  const read = await db.server.read(topologyAnswer, 'GET', '/topology', {
    query: { name: db.name },
    ...options,
  });
  return (read.Nodes ?? [])
    .filter(({ ServerRole }) => ServerRole === undefined || ServerRole === null || ServerRole === 'Member')
    .flatMap(({ ClusterTag }) => (ClusterTag === undefined || ClusterTag === null ? [] : [ClusterTag]))
    .sort((a, b) => a.localeCompare(b));
}

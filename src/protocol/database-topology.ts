/** On which nodes the databases of a cluster are, and in which role: the list of databases, read for its topologies. */
import { z } from 'zod';
import type { RequestOptions, ServerClient } from './client.ts';

const text = z.string().nullish().catch(null);
const nodes = z
  .array(z.looseObject({ NodeTag: z.string() }))
  .nullish()
  .catch(null);

const listAnswer = z.looseObject({
  Databases: z.array(
    z.looseObject({
      Name: z.string(),
      Disabled: z.boolean().nullish().catch(null),
      UpTime: text,
      LoadError: text,
      DocumentsCount: z.number().nullish().catch(null),
      ReplicationFactor: z.number().nullish().catch(null),
      NodesTopology: z
        .looseObject({
          Members: nodes,
          Promotables: nodes,
          Rehabs: nodes,
          Status: z
            .record(z.string(), z.looseObject({ LastStatus: text, LastError: text }))
            .nullish()
            .catch(null),
        })
        .nullish()
        .catch(null),
    }),
  ),
});

export type DatabaseRole = 'member' | 'promotable' | 'rehab';

export interface DatabaseNode {
  readonly tag: string;
  /** A promotable is still being filled; a rehab was not reachable and is catching up. */
  readonly role: DatabaseRole;
  /** `Ok`, or why it is no member; null when not reported. */
  readonly status: string | null;
  readonly error: string | null;
}

export interface DatabaseTopology {
  readonly name: string;
  readonly disabled: boolean;
  /** On the connected node. Reading more from an idle database would load it. */
  readonly loaded: boolean;
  readonly loadError: string | null;
  /** Of the connected node. */
  readonly documents: number | null;
  readonly replicationFactor: number | null;
  /** Sorted by tag; empty when the server does not report it. */
  readonly nodes: readonly DatabaseNode[];
}

/** Sorted by name. Loads no database. */
export async function listDatabaseTopologies(
  server: ServerClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<readonly DatabaseTopology[]> {
  const read = await server.read(listAnswer, 'GET', '/databases', {
    query: { start: 0, pageSize: 10_000 },
    ...options,
  });
  return read.Databases.map((each): DatabaseTopology => {
    const topology = each.NodesTopology;
    const nodesOf = (role: DatabaseRole, found: z.output<typeof nodes>): DatabaseNode[] =>
      (found ?? []).map(({ NodeTag: tag }) => ({
        tag,
        role,
        status: topology?.Status?.[tag]?.LastStatus ?? null,
        error: topology?.Status?.[tag]?.LastError ?? null,
      }));
    return {
      name: each.Name,
      disabled: each.Disabled ?? false,
      loaded: typeof each.UpTime === 'string' && each.Disabled !== true && !each.LoadError,
      loadError: each.LoadError ?? null,
      documents: each.LoadError ? null : (each.DocumentsCount ?? null),
      replicationFactor: each.ReplicationFactor ?? null,
      nodes: [
        ...nodesOf('member', topology?.Members),
        ...nodesOf('promotable', topology?.Promotables),
        ...nodesOf('rehab', topology?.Rehabs),
      ].sort((a, b) => a.tag.localeCompare(b.tag)),
    };
  }).sort((a, b) => a.name.localeCompare(b.name));
}

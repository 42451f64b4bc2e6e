/**
 * How long nodes need to reach each other. A node measures only its own row; another row needs a connection to that
 * node, which is used when it is in the list of connections. The request makes a node open connections to all others, so it
 * is sent on demand.
 */
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useConnections, useSession } from '../../../app/registry/index.ts';
import { ServerClient } from '../../../protocol/client.ts';
import type { TopologyNode } from '../../../protocol/cluster-topology.ts';
import { pingNodes, type NodePing } from '../../../protocol/node-ping.ts';
import { originOf } from '../../../protocol/origin-of.ts';

export interface PingRow {
  readonly node: TopologyNode;
  /** Null: no connection has this address. */
  readonly connection: { readonly id: string; readonly name: string } | null;
  /** By tag of the pinged node; undefined until it is measured. */
  readonly pings: ReadonlyMap<string, NodePing> | undefined;
  readonly error: unknown;
}

export interface Pings {
  readonly rows: readonly PingRow[];
  readonly isMeasuring: boolean;
  readonly measure: () => void;
}

export function usePings(connectionId: string, own: string | null, nodes: readonly TopologyNode[]): Pings {
  const { port } = useSession();
  const connections = useConnections();
  const sources = useMemo(
    () =>
      nodes.map((node) => {
        if (node.tag === own)
          return { node, id: connectionId, name: connections.find(({ id }) => id === connectionId)?.name };
        const found = connections.find((each) => each.kind === 'server' && sameOrigin(each.url, node.url));
        return { node, id: found?.id ?? null, name: found?.name };
      }),
    [nodes, own, connectionId, connections],
  );
  const queries = useQueries({
    queries: sources.map(({ node, id }) => ({
      queryKey: [id, '@node-ping', node.tag],
      enabled: false,
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        pingNodes(new ServerClient(port, id ?? connectionId), { signal }),
    })),
  });
  const rows = sources.map(({ node, id, name }, place): PingRow => {
    const data = queries[place]?.data;
    return {
      node,
      connection: id === null ? null : { id, name: name ?? id },
      pings: data && byTag(data, nodes),
      error: queries[place]?.error ?? null,
    };
  });
  return {
    rows,
    isMeasuring: queries.some(({ isFetching }) => isFetching),
    measure: () => {
      sources.forEach(({ id }, place) => {
        if (id !== null) void queries[place]?.refetch();
      });
    },
  };
}

export function byTag(
  pings: readonly NodePing[],
  nodes: readonly TopologyNode[],
): ReadonlyMap<string, NodePing> {
  return new Map(
    pings.flatMap((ping) => {
      const node = nodes.find(({ url }) => sameOrigin(url, ping.url));
      return node ? [[node.tag, ping] as const] : [];
    }),
  );
}

function sameOrigin(one: string, other: string): boolean {
  const origin = originOf(one);
  return origin !== null && origin === originOf(other);
}

/** Server information: version, node, cluster. */
import { z } from 'zod';
import type { RequestOptions, ServerClient } from './client.ts';

type Signal = Pick<RequestOptions, 'signal'>;

const buildAnswer = z.looseObject({
  ProductVersion: z.string(),
  FullVersion: z.string().optional(),
  BuildVersion: z.number().optional(),
});

export interface ServerVersion {
  /** `7.1` */
  readonly product: string;
  /** `7.1.5-custom-71` */
  readonly full: string;
}

export async function getServerVersion(server: ServerClient, options: Signal = {}): Promise<ServerVersion> {
  const read = await server.read(buildAnswer, 'GET', '/build/version', options);
  return { product: read.ProductVersion, full: read.FullVersion ?? read.ProductVersion };
}

/** Whether it is the sandbox or a rookeryd. */
export function isRookery({ full }: ServerVersion): boolean {
  return full.includes('-rookery-');
}

const urls = z.record(z.string(), z.string()).nullish();
const topologyAnswer = z.looseObject({
  NodeTag: z.string().nullish(),
  Leader: z.string().nullish(),
  CurrentState: z.string().nullish(),
  Topology: z.looseObject({ Members: urls, Promotables: urls, Watchers: urls }).nullish(),
});

export type NodeRole = 'member' | 'promotable' | 'watcher';

export interface ClusterNode {
  readonly tag: string;
  readonly url: string;
  readonly role: NodeRole;
}

export interface Cluster {
  /** The tag of the responding node; null before the server joined or created a cluster. */
  readonly node: string | null;
  readonly leader: string | null;
  readonly state: string;
  readonly nodes: readonly ClusterNode[];
}

export async function getCluster(server: ServerClient, options: Signal = {}): Promise<Cluster> {
  const read = await server.read(topologyAnswer, 'GET', '/cluster/topology', options);
  const nodesOf = (role: NodeRole, found: Record<string, string> | null | undefined): ClusterNode[] =>
    Object.entries(found ?? {}).map(([tag, url]) => ({ tag, url, role }));
  // A server without any database yet reports the tag "?".
  const tag = read.NodeTag ?? '?';
  return {
    node: tag === '?' || tag === '' ? null : tag,
    leader: read.Leader ?? null,
    state: read.CurrentState ?? 'unknown',
    nodes: [
      ...nodesOf('member', read.Topology?.Members),
      ...nodesOf('promotable', read.Topology?.Promotables),
      ...nodesOf('watcher', read.Topology?.Watchers),
    ].sort((a, b) => a.tag.localeCompare(b.tag)),
  };
}

/** The nodes of a cluster with their state, as the connected node sees them. */
import { z } from 'zod';
import type { RequestOptions, ServerClient } from './client.ts';
import type { NodeRole } from './server.ts';

const text = z.string().nullish().catch(null);
const number = z.number().nullish().catch(null);
const urls = z.record(z.string(), z.string()).nullish().catch(null);

const nodeStatus = z.looseObject({
  Connected: z.boolean().nullish().catch(null),
  ErrorDetails: text,
  LastSent: text,
  LastReply: text,
  LastSentMessage: text,
});
const nodeDetails = z.looseObject({
  NumberOfCores: number,
  UtilizedCores: number,
  InstalledMemoryInGb: number,
  UsableMemoryInGb: number,
  BuildInfo: z.looseObject({ FullVersion: text, ProductVersion: text }).nullish().catch(null),
  OsInfo: z.looseObject({ FullName: text }).nullish().catch(null),
});
const topologyAnswer = z.looseObject({
  NodeTag: text,
  Leader: text,
  LeaderShipDuration: number,
  CurrentState: text,
  CurrentTerm: number,
  LastStateChangeReason: text,
  Etag: number,
  Topology: z
    .looseObject({ TopologyId: text, Members: urls, Promotables: urls, Watchers: urls })
    .nullish()
    .catch(null),
  Status: z.record(z.string(), nodeStatus).nullish().catch(null),
  NodeLicenseDetails: z.record(z.string(), nodeDetails).nullish().catch(null),
});

/** Null where the connected node does not report it. */
export interface TopologyNode {
  readonly tag: string;
  readonly url: string;
  readonly role: NodeRole;
  /** Whether the connected node reaches it; the connected node reaches itself. Only a leader knows all. */
  readonly reached: boolean | null;
  readonly error: string | null;
  /** When it answered the leader last: the server's text. */
  readonly lastReply: string | null;
  readonly version: string | null;
  readonly cores: number | null;
  readonly memoryGb: number | null;
  readonly system: string | null;
}

export interface ClusterTopology {
  /** The connected node; null before it created or joined a cluster. */
  readonly node: string | null;
  readonly leader: string | null;
  /** `Leader`, `Follower`, `Candidate`, `LeaderElect`, `Passive`. */
  readonly state: string;
  readonly stateReason: string | null;
  readonly term: number | null;
  /** For how long the leader has been elected. */
  readonly leaderMs: number | null;
  readonly topologyId: string | null;
  readonly nodes: readonly TopologyNode[];
}

export async function getClusterTopology(
  server: ServerClient,
  options: Pick<RequestOptions, 'signal'> = {},
): Promise<ClusterTopology> {
  const read = await server.read(topologyAnswer, 'GET', '/cluster/topology', options);
  // A server without any database yet reports the tag "?".
  const own = read.NodeTag === '?' || read.NodeTag === '' ? null : (read.NodeTag ?? null);
  const nodesOf = (role: NodeRole, found: Record<string, string> | null | undefined): TopologyNode[] =>
    Object.entries(found ?? {}).map(([tag, url]) => {
      const status = read.Status?.[tag];
      const details = read.NodeLicenseDetails?.[tag];
      return {
        tag,
        url,
        role,
        reached: tag === own ? true : (status?.Connected ?? null),
        error: status?.ErrorDetails ?? null,
        lastReply: status?.LastReply ?? null,
        version: details?.BuildInfo?.FullVersion ?? details?.BuildInfo?.ProductVersion ?? null,
        cores: details?.UtilizedCores ?? details?.NumberOfCores ?? null,
        memoryGb: details?.UsableMemoryInGb ?? details?.InstalledMemoryInGb ?? null,
        system: details?.OsInfo?.FullName ?? null,
      };
    });
  return {
    node: own,
    leader: read.Leader === '' ? null : (read.Leader ?? null),
    state: read.CurrentState ?? 'unknown',
    stateReason: read.LastStateChangeReason ?? null,
    term: read.CurrentTerm ?? null,
    leaderMs: read.LeaderShipDuration ?? null,
    topologyId: read.Topology?.TopologyId ?? null,
    nodes: [
      ...nodesOf('member', read.Topology?.Members),
      ...nodesOf('promotable', read.Topology?.Promotables),
      ...nodesOf('watcher', read.Topology?.Watchers),
    ].sort((a, b) => a.tag.localeCompare(b.tag)),
  };
}

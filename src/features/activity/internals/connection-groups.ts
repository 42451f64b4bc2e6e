/** Connections of one host to one port, counted. Pure. */
import type { TcpConnection } from '../../../protocol/internals.ts';

export interface ConnectionGroup {
  readonly state: string;
  readonly local: string;
  /** Without its port, which differs for each connection. */
  readonly remote: string;
  readonly count: number;
}

/** The largest group first. */
export function connectionGroups(connections: readonly TcpConnection[]): readonly ConnectionGroup[] {
  const groups = new Map<string, ConnectionGroup>();
  for (const { state, local, remote } of connections) {
    const host = remote.replace(/:\d+$/, '');
    const key = JSON.stringify([state, local, host]);
    groups.set(key, { state, local, remote: host, count: (groups.get(key)?.count ?? 0) + 1 });
  }
  return [...groups.values()].sort((a, b) => b.count - a.count || a.local.localeCompare(b.local));
}

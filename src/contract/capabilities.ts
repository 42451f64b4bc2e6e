import { SANDBOX_ID } from './connections.ts';

/** What a connection offers beyond the routes that every server has. Features check these, not the kind of connection. */
export interface Capabilities {
  /** The engine runs in this program: always there, without an address, also offline. */
  readonly builtIn: boolean;
  /** Reads the threads of other processes of this user. */
  readonly otherProcesses: boolean;
  /** Captures the stacks of every node of a cluster. */
  readonly clusterStacks: boolean;
  /** Carries out rolling deployment, search engines and output collections of indexes. */
  readonly allIndexOptions: boolean;
  /** Has more than one node, or can have: conflicts, and their resolution. */
  readonly replication: boolean;
  /** Reports its requests, log lines and notifications while they are watched. */
  readonly monitoringFeeds: boolean;
  /** Indexes vectors; whether it does depends on the version too. */
  readonly vectorFields: boolean;
}

export function capabilitiesOf(connectionId: string): Capabilities {
  const builtIn = connectionId === SANDBOX_ID;
  return {
    builtIn,
    otherProcesses: builtIn,
    clusterStacks: !builtIn,
    allIndexOptions: !builtIn,
    replication: !builtIn,
    monitoringFeeds: !builtIn,
    vectorFields: !builtIn,
  };
}

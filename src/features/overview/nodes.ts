/** The nodes that can be shown. Pure. */
import type { Cluster } from '../../protocol/server.ts';
import type { RecordedNode } from './recorder.ts';

export interface NodeChoices {
  /** Null: not known yet. */
  readonly node: RecordedNode | null;
  /** The tags to choose from, the connected one first; empty with less than two nodes. */
  readonly choices: readonly string[];
}

/** `undefined`: still being read. `null`: there is no cluster, or it cannot be read. A node that left is not shown. */
export function chooseNode(cluster: Cluster | null | undefined, wanted: string | null): NodeChoices {
  if (cluster === undefined) return { node: null, choices: [] };
  const own = cluster?.node ?? null;
  const others = (cluster?.nodes ?? []).map(({ tag }) => tag).filter((tag) => tag !== own);
  if (own === null || others.length === 0) return { node: { tag: own, connected: true }, choices: [] };
  const other = others.find((tag) => tag === wanted);
  return {
    node: other === undefined ? { tag: own, connected: true } : { tag: other, connected: false },
    choices: [own, ...others],
  };
}

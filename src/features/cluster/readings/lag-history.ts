/** How far each node of each database is behind, over the last readings. Pure. */
import { changesMissing, readChangeVector } from '../../../protocol/change-vector.ts';
import type { GapSample } from '../../../protocol/gap-trend.ts';
import type { NodeReport } from '../../../protocol/maintenance-stats.ts';

/** By database and node. A node that is current has no entry, so the next lag is measured from its own start. */
export type LagHistory = ReadonlyMap<string, readonly GapSample[]>;

const MAX_SAMPLES = 40;

export const lagKey = (database: string, node: string): string => `${node} ${database}`;

export interface NodeLag {
  readonly node: string;
  /** Changes that another node has and this one has not. */
  readonly missing: number;
  /** Sum of its etags: changes whenever the node receives or writes anything. */
  readonly progress: number;
}

/** Of one database, in the order of `nodes`; a node without a change vector is left out. */
export function lagsOf(database: string, nodes: ReadonlyMap<string, NodeReport>): readonly NodeLag[] {
  const vectors = [...nodes].flatMap(([node, { databases }]) => {
    const text = databases.get(database)?.changeVector ?? null;
    return text === null ? [] : [{ node, text, vector: readChangeVector(text) }];
  });
  const [first] = vectors;
  const equal = first !== undefined && vectors.every(({ text }) => text === first.text);
  const newest = new Map<string, number>();
  if (!equal)
    for (const { vector } of vectors)
      for (const [id, etag] of vector) newest.set(id, Math.max(etag, newest.get(id) ?? 0));
  return vectors.map(({ node, vector }) => ({
    node,
    missing: equal ? 0 : changesMissing(vector, newest),
    progress: [...vector.values()].reduce((sum, etag) => sum + etag, 0),
  }));
}

export function addLags(
  history: LagHistory,
  at: number,
  databases: readonly string[],
  nodes: ReadonlyMap<string, NodeReport>,
): LagHistory {
  const next = new Map<string, readonly GapSample[]>();
  for (const database of databases)
    for (const { node, missing, progress } of lagsOf(database, nodes)) {
      if (missing === 0) continue;
      const key = lagKey(database, node);
      next.set(key, [...(history.get(key) ?? []), { at, gap: missing, progress }].slice(-MAX_SAMPLES));
    }
  return next;
}

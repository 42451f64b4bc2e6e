import { useEffect, useState } from 'react';
import type { TimelineGroup } from '../../charts/timeline/data.ts';
import type { Port } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { getIndexPerformance, watchIndexPerformance } from '../../protocol/index-performance.ts';
import { addBatches, noBatches, type BatchesByIndex } from '../../protocol/indexing-batches.ts';
import { indexingGroups } from './indexing-flames.ts';

export interface IndexingState {
  readonly groups: readonly TimelineGroup[];
  readonly batches: BatchesByIndex;
  /** Increases with each change. */
  readonly version: number;
  /** Why there is no data, or why it ended. */
  readonly error: unknown;
  readonly loaded: boolean;
}
const nothing: IndexingState = {
  groups: [],
  batches: noBatches,
  version: 0,
  error: undefined,
  loaded: false,
};

/** Indexing batches of a database while shown: a snapshot first, then the live feed. */
export function useIndexing(
  port: Port,
  connectionId: string,
  database: string | null,
  wanted: boolean,
): IndexingState {
  const [state, setState] = useState<IndexingState>(nothing);
  useEffect(() => {
    if (!wanted || database === null) return;
    const abort = new AbortController();
    let batches = noBatches;
    const db = new ServerClient(port, connectionId).database(database);
    const show = (): void =>
      setState((old) => ({
        groups: indexingGroups(batches),
        ...{ batches, version: old.version + 1, error: undefined, loaded: true },
      }));
    async function follow(): Promise<void> {
      batches = addBatches(batches, await getIndexPerformance(db, abort.signal));
      show();
      for await (const item of watchIndexPerformance(db, abort.signal))
        if (item.kind === 'message') {
          batches = addBatches(batches, item.value);
          show();
        }
    }
    follow().catch((error: unknown) => {
      if (!abort.signal.aborted) setState((old) => ({ ...old, error, loaded: true }));
    });
    return () => abort.abort();
  }, [port, connectionId, database, wanted]);
  return wanted ? state : nothing;
}

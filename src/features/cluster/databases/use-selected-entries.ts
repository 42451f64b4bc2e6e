/** The indexes of the selected database on each node, read repeatedly: entries, state, lag. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ServerClient } from '../../../protocol/client.ts';
import { confirmedMismatches, findMismatches, type Mismatch } from '../../../protocol/node-mismatch.ts';
import { readEntries, type CheckedEntries } from './use-entry-check.ts';

const SHORTEST_MS = 5_000;
const SHARE = 20;

interface Read extends CheckedEntries {
  /** Of this reading, not confirmed yet. */
  readonly found: readonly Mismatch[];
  readonly elapsedMs: number;
}

/** `database` is null while none is selected, or when reading would load it. */
export function useSelectedEntries(
  server: ServerClient,
  database: string | null,
  tags: readonly string[],
  { watching, visible }: { readonly watching: boolean; readonly visible: boolean },
): CheckedEntries | undefined {
  const queries = useQueryClient();
  const queryKey = [server.connection, database, 'cluster', 'entries', tags];
  return useQuery<Read>({
    queryKey,
    enabled: visible && database !== null && tags.length > 0,
    refetchInterval: ({ state }) =>
      watching && visible ? Math.max(SHORTEST_MS, (state.data?.elapsedMs ?? 0) * SHARE) : false,
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const at = Date.now();
      const nodes = await readEntries(server.database(database ?? ''), tags, signal);
      const found = findMismatches(nodes);
      const before = queries.getQueryData<Read>(queryKey)?.found ?? [];
      return { at, elapsedMs: Date.now() - at, nodes, found, mismatches: confirmedMismatches(before, found) };
    },
  }).data;
}

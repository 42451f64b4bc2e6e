/** Reads the list every few seconds, and less often what the lag needs: the newest document of each collection. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Database } from '../../app/registry/index.ts';
import type { DatabaseClient } from '../../protocol/client.ts';
import { getDatabaseStats } from '../../protocol/stats.ts';
import { getNewestDocument, listSubscriptions, type Subscription } from '../../protocol/subscriptions.ts';
import { readError } from '../../ui/index.ts';
import type { SourceReading, SourceState } from './lag.ts';
import { querySource } from './query-source.ts';

export const LIST_EVERY_MS = 3000;
const SOURCES_EVERY_MS = 6000;
/** One request each. */
export const MOST_SOURCES = 12;

export function useSubscriptions(database: Database, watching: boolean) {
  const { client, key } = database;
  const list = useQuery({
    queryKey: [...key, 'subscriptions'],
    queryFn: ({ signal }) => listSubscriptions(client, { signal }),
    refetchInterval: watching ? LIST_EVERY_MS : false,
  });
  const rows = list.data?.subscriptions;
  const names = useMemo(() => sourceNames(rows ?? []), [rows]);
  const sources = useQuery({
    queryKey: [...key, 'subscription-sources', names],
    queryFn: ({ signal }) => readSources(client, names, signal),
    enabled: names.length > 0,
    refetchInterval: watching ? SOURCES_EVERY_MS : false,
    placeholderData: (before) => before,
    // The reading holds a map.
    structuralSharing: false,
  });
  return { list, reading: sources.data };
}

/** Collections of the enabled subscriptions first, each once; null: all documents. */
function sourceNames(rows: readonly Subscription[]): readonly (string | null)[] {
  const found = new Set<string | null>();
  const enabledFirst = [...rows.filter(({ disabled }) => !disabled), ...rows];
  for (const { query } of enabledFirst) {
    const source = querySource(query);
    if (source !== undefined && !source.revisions && found.size < MOST_SOURCES) found.add(source.collection);
  }
  return [...found].sort();
}

async function readSources(
  client: DatabaseClient,
  names: readonly (string | null)[],
  signal: AbortSignal,
): Promise<SourceReading> {
  const newest = new Map<string | null, SourceState>();
  const orFailure = async <T>(reading: Promise<T>): Promise<T | { readonly failed: string }> => {
    try {
      return await reading;
    } catch (thrown) {
      signal.throwIfAborted();
      return { failed: readError(thrown).message };
    }
  };
  // Before the documents: what is written meanwhile counts as not reached.
  const stats = await orFailure(getDatabaseStats(client, { signal }));
  for (const name of names)
    newest.set(
      name,
      'failed' in stats ? stats : await orFailure(getNewestDocument(client, name, { signal })),
    );
  return { newest, changeVector: 'failed' in stats ? null : stats.changeVector, limit: MOST_SOURCES };
}

/**
 * Compares the entry counts of all indexes between the nodes: one request for each node of each loaded database,
 * forwarded by the connected node. On demand, one database after the other.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DatabaseClient, ServerClient } from '../../../protocol/client.ts';
import { getIndexStats } from '../../../protocol/index-stats.ts';
import {
  confirmedMismatches,
  findMismatches,
  type Mismatch,
  type NodeStats,
} from '../../../protocol/node-mismatch.ts';
import { pause } from '../../../protocol/pause.ts';

export interface EntryCheck {
  /** Null while none runs. */
  readonly running: { readonly done: number; readonly total: number } | null;
  readonly checked: ReadonlyMap<string, CheckedEntries>;
  /** Why the check ended early; null when it did not. */
  readonly error: unknown;
  readonly start: (databases: readonly CheckedDatabase[]) => void;
  readonly cancel: () => void;
}

export interface CheckedDatabase {
  readonly name: string;
  readonly nodes: readonly string[];
}

export interface CheckedEntries {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly nodes: readonly NodeStats[];
  /** Confirmed by a second reading. */
  readonly mismatches: readonly Mismatch[];
}

/** Between two databases. */
const PAUSE_MS = 250;
/** A write between the readings of two nodes looks like a difference. */
const CONFIRM_MS = 1_500;

export async function readEntries(
  client: DatabaseClient,
  tags: readonly string[],
  signal: AbortSignal,
): Promise<readonly NodeStats[]> {
  return Promise.all(
    tags.map(async (node): Promise<NodeStats> => {
      try {
        // The only node answers itself.
        const indexes = await getIndexStats(client, tags.length > 1 ? { nodeTag: node, signal } : { signal });
        return { node, indexes: new Map(indexes.map((each) => [each.name, each])), error: null };
      } catch (error) {
        signal.throwIfAborted();
        // A node that does not answer is reported in its column; the others are still compared.
        return { node, indexes: null, error };
      }
    }),
  );
}

export async function checkEntries(
  client: DatabaseClient,
  tags: readonly string[],
  signal: AbortSignal,
): Promise<CheckedEntries> {
  const nodes = await readEntries(client, tags, signal);
  const found = findMismatches(nodes);
  if (found.length === 0) return { at: Date.now(), nodes, mismatches: [] };
  await pause(CONFIRM_MS, signal);
  signal.throwIfAborted();
  const again = await readEntries(client, tags, signal);
  return { at: Date.now(), nodes: again, mismatches: confirmedMismatches(found, findMismatches(again)) };
}

export function useEntryCheck(server: ServerClient): EntryCheck {
  const [running, setRunning] = useState<EntryCheck['running']>(null);
  const [checked, setChecked] = useState<EntryCheck['checked']>(new Map());
  const [error, setError] = useState<unknown>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), [server]);

  const start = useCallback(
    (databases: readonly CheckedDatabase[]) => {
      abort.current?.abort();
      const controller = new AbortController();
      abort.current = controller;
      const { signal } = controller;
      setError(null);
      const run = async (): Promise<void> => {
        for (const [done, { name, nodes }] of databases.entries()) {
          setRunning({ done, total: databases.length });
          const entries = await checkEntries(server.database(name), nodes, signal);
          setChecked((before) => new Map(before).set(name, entries));
          await pause(PAUSE_MS, signal);
          signal.throwIfAborted();
        }
      };
      run()
        .catch((thrown: unknown) => {
          if (!signal.aborted) setError(thrown);
        })
        .finally(() => {
          if (abort.current === controller) setRunning(null);
        });
    },
    [server],
  );
  const cancel = useCallback(() => abort.current?.abort(), []);
  return { running, checked, error, start, cancel };
}

/** How many results each term has. Servers send terms without counts, so each is a query of the index, on request. */
import { useEffect, useRef, useState } from 'react';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { counted, run } from '../../../protocol/queries.ts';
import { termQuery } from './term-query.ts';

/** Queries at the same time. */
const PARALLEL = 8;

export interface TermCounts {
  readonly counts: ReadonlyMap<string, number>;
  readonly counting: boolean;
  /** Of the last count; null without one. */
  readonly error: unknown;
  readonly start: (terms: readonly string[]) => void;
  readonly stop: () => void;
}

export async function countTerms(
  db: DatabaseClient,
  { index, field }: { readonly index: string; readonly field: string },
  terms: readonly string[],
  {
    signal,
    onCounts,
  }: {
    readonly signal: AbortSignal;
    readonly onCounts: (counts: ReadonlyMap<string, number>) => void;
  },
): Promise<void> {
  for (let at = 0; at < terms.length; at += PARALLEL) {
    signal.throwIfAborted();
    const counts = await Promise.all(
      terms.slice(at, at + PARALLEL).map(async (term) => {
        const query = `${termQuery(index, field, term)} limit 0`;
        return [term, counted(await run(db, { query, newIndex: 'refuse', signal }))] as const;
      }),
    );
    onCounts(new Map(counts));
  }
}

/** The counts of one field; another field needs another key of the component. */
export function useTermCounts(db: DatabaseClient, index: string, field: string): TermCounts {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const [counting, setCounting] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = (terms: readonly string[]) => {
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setCounting(true);
    setError(null);
    countTerms(
      db,
      { index, field },
      terms.filter((term) => !counts.has(term)),
      {
        signal,
        onCounts: (more) => setCounts((known) => new Map([...known, ...more])),
      },
    )
      .catch((thrown: unknown) => {
        if (!signal.aborted) setError(thrown);
      })
      .finally(() => {
        if (running.current === controller) setCounting(false);
      });
  };
  return {
    ...{ counts, counting, error, start },
    stop: () => running.current?.abort(),
  };
}

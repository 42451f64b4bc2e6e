/** Runs a definition on some documents and keeps the last result. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { testIndex, type IndexTestResult } from '../../../protocol/index-test.ts';
import { definitionJson, toDefinition, type IndexForm } from './index-form.ts';
import { columnsOf } from './try-summary.ts';

export interface TriedIndex {
  readonly result: IndexTestResult;
  readonly form: IndexForm;
  readonly query: string;
  /** From sending the request to the complete response. */
  readonly roundTripMs: number;
}

export type TryState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly since: number }
  | { readonly kind: 'failed' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'done' };

export interface Trying {
  readonly state: TryState;
  /** Stays while the next attempt runs. */
  readonly last: TriedIndex | undefined;
  readonly documents: number;
  readonly setDocuments: (count: number) => void;
  readonly query: string;
  readonly setQuery: (query: string) => void;
  readonly start: (form: IndexForm) => void;
  readonly stop: () => void;
  /** The names of the fields in the last result. */
  readonly fields: readonly string[];
  /** The result is of another definition than the edited one. */
  readonly isOutdated: (form: IndexForm) => boolean;
}

const USUAL_DOCUMENTS = 100;

export function useTryIndex(
  client: DatabaseClient,
  events: { readonly onStart: () => void; readonly onFailure: (error: unknown, form: IndexForm) => void },
): Trying {
  const [state, setState] = useState<TryState>({ kind: 'idle' });
  const [last, setLast] = useState<TriedIndex>();
  const [documents, setDocuments] = useState(USUAL_DOCUMENTS);
  const [query, setQuery] = useState('');
  const running = useRef<AbortController>(null);
  const latest = useRef(events);
  useLayoutEffect(() => {
    latest.current = events;
  });
  useEffect(() => () => running.current?.abort(), []);

  const run = async (form: IndexForm) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    latest.current.onStart();
    const begin = performance.now();
    setState({ kind: 'running', since: Date.now() });
    try {
      const definition = toDefinition(form);
      const result = await testIndex(client, { definition, query, documents, signal: abort.signal });
      if (running.current !== abort) return;
      setLast({ result, form, query, roundTripMs: performance.now() - begin });
      setState({ kind: 'done' });
    } catch (thrown) {
      if (running.current !== abort) return;
      if (abort.signal.aborted) {
        setState({ kind: 'stopped' });
        return;
      }
      setState({ kind: 'failed' });
      latest.current.onFailure(thrown, form);
    }
  };

  const fields = useMemo(() => (last ? columnsOf(last.result.mapResults.slice(0, 50)) : []), [last]);
  return {
    state,
    last,
    documents,
    setDocuments,
    query,
    setQuery,
    start: (form) => void run(form),
    stop: () => running.current?.abort(),
    fields,
    isOutdated: (form) => last !== undefined && definitionJson(last.form) !== definitionJson(form),
  };
}

/** Run and stop with the current text and options. The functions are stable between renders. */
import { useEffect, useMemo, useRef } from 'react';
import { type Toast, useSession } from '../../../app/registry/index.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { readParameter } from '../../../protocol/parameter-value.ts';
import { useKeptResults } from './kept-results.ts';
import { useQueryHistory } from './query-history.ts';
import { useQueryRuns, type Run } from './query-runs.ts';
import type { QueryState } from './query-state.ts';
import { parameterNames } from '../../../ui/rql/index.ts';

export interface QueryActions {
  readonly run: () => void;
  /** Requests timings and plan; the text stays unchanged. */
  readonly runWithTimings: () => void;
  /** Runs the same query and waits until the index is up to date, this once. */
  readonly runWhenFresh: (text: string) => void;
  /** Replaces the text and runs it. */
  readonly runThis: (text: string, typed: Readonly<Record<string, string>>) => void;
  /** Runs a query with the options of the last attempt, after its fields were accepted or corrected. */
  readonly runAgain: (text?: string) => void;
  /** Runs the query again and allows the server to create an index, after a confirmation outside of the page. */
  readonly runAllowingIndex: () => void;
  readonly stop: () => void;
}

interface Subject {
  readonly tabId: string;
  readonly db: DatabaseClient;
  /** The key of this database's history. */
  readonly place: string;
  readonly state: QueryState;
  readonly change: (part: Partial<QueryState>) => void;
  /** Called when a run is rejected because of an invalid parameter. */
  readonly onMissing: () => void;
  /** Whether the fields of the query are known; otherwise the screen shows why it was not run. */
  readonly allows: (query: string) => Promise<boolean>;
}

interface RunOptions {
  readonly timings?: boolean;
  readonly allowIndex?: boolean;
  readonly waitOnce?: boolean;
}

export function useQueryActions(subject: Subject): QueryActions {
  const session = useSession();
  const latest = useRef({ subject, session });
  useEffect(() => {
    latest.current = { subject, session };
  });

  const lastOptions = useRef<RunOptions>({});

  const actions = useMemo((): QueryActions => {
    const begin = (text: string, typed: Readonly<Record<string, string>>, options: RunOptions = {}) => {
      lastOptions.current = options;
      const { timings = false, allowIndex = false, waitOnce = false } = options;
      const { tabId, db, place, state, onMissing, allows } = latest.current.subject;
      // The new result is the one to see, also when this run is refused.
      useKeptResults.getState().show(tabId, null);
      const notify = (toast: Toast) => latest.current.session.notify(toast);
      if (text.trim() === '') {
        notify({ kind: 'info', message: 'The query is empty. Enter a query to run.' });
        return;
      }
      const parameters: Record<string, unknown> = {};
      const used: Record<string, string> = {};
      for (const name of parameterNames(text)) {
        const value = readParameter(typed[name] ?? '');
        if (!value.ok) {
          onMissing();
          notify({ kind: 'warning', message: `Parameter $${name} is invalid: ${value.problem}` });
          return;
        }
        parameters[name] = value.value;
        used[name] = typed[name] ?? '';
      }
      const { noNewIndex } = state;
      const waitForFresh = state.waitForFresh || waitOnce;
      const newIndex = allowIndex ? 'confirm' : noNewIndex ? 'refuse' : undefined;
      const start = async (): Promise<Run | null> =>
        (await allows(text))
          ? useQueryRuns
              .getState()
              .start(tabId, db, { query: text, timings, parameters, waitForFresh, newIndex })
          : null;
      void start().then((ended) => {
        if (ended === null) return;
        if (ended.kind !== 'answered' && ended.kind !== 'failed') return;
        useQueryHistory.getState().add(place, {
          query: text,
          parameters: used,
          at: Date.now(),
          total: ended.kind === 'answered' ? (ended.answer.total ?? ended.answer.rows.length) : null,
          ms: ended.kind === 'answered' ? ended.answer.durationMs : null,
        });
      });
    };
    const runThis = (text: string, typed: Readonly<Record<string, string>>) => {
      const { state, change } = latest.current.subject;
      const parameters = { ...state.parameters, ...typed };
      change({ text, parameters });
      begin(text, parameters);
    };
    return {
      run: () => begin(latest.current.subject.state.text, latest.current.subject.state.parameters),
      runWithTimings: () =>
        begin(latest.current.subject.state.text, latest.current.subject.state.parameters, { timings: true }),
      runWhenFresh: (text) =>
        begin(text, latest.current.subject.state.parameters, {
          ...lastOptions.current,
          waitOnce: true,
        }),
      runThis,
      runAgain: (text = latest.current.subject.state.text) => {
        latest.current.subject.change({ text });
        begin(text, latest.current.subject.state.parameters, lastOptions.current);
      },
      runAllowingIndex: () =>
        begin(latest.current.subject.state.text, latest.current.subject.state.parameters, {
          allowIndex: true,
        }),
      stop: () => useQueryRuns.getState().stop(latest.current.subject.tabId),
    };
  }, []);

  useEffect(
    () =>
      session.addCommands([
        { id: 'query.run', title: 'Run query', group: 'Query', shortcut: 'Mod+Enter', run: actions.run },
        {
          id: 'query.run-with-timings',
          title: 'Run with timings and plan',
          group: 'Query',
          shortcut: 'Shift+Mod+Enter',
          run: actions.runWithTimings,
        },
        { id: 'query.stop', title: 'Stop query', group: 'Query', run: actions.stop },
      ]),
    [session, actions],
  );
  return actions;
}

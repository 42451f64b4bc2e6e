/** Test, count, confirm and run with the current state of the tab. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { countMatches, type FoundDocuments, useSession } from '../../app/registry/index.ts';
import { PortError, type ConnectionMode } from '../../contract/index.ts';
import type { DatabaseClient } from '../../protocol/client.ts';
import { explainIndexRefusal } from '../../protocol/index-refusal.ts';
import type { QueryProblem } from '../../protocol/queries.ts';
import { locateScriptProblem, readScriptFailure } from '../../protocol/script-problem.ts';
import { ServerError } from '../../protocol/server-error.ts';
import { dryRun, type DryRun } from './dry-run.ts';
import { buildRequest, sentScript, type PatchRequest } from './patch-request.ts';
import { startOperation, type RunInput } from './patch-run.ts';
import type { PatchState } from './patch-state.ts';
import { runInBackground, runKey } from './run-store.ts';

export interface Failure {
  /** What failed: "The test". */
  readonly doing: string;
  readonly error: unknown;
  readonly problem: QueryProblem | null;
  /** The text that failed; the marker disappears when it changes. */
  readonly text: string | null;
  /** Repeats it and allows the server to create an index, where a guarded connection refused that. */
  readonly allowIndex: (() => void) | null;
}

export type Working = 'test' | 'count' | null;

export interface Confirmation {
  readonly input: RunInput;
  readonly found: FoundDocuments | null;
}

interface Subject {
  readonly tabId: string;
  readonly connectionId: string;
  readonly database: string;
  readonly db: DatabaseClient;
  readonly mode: ConnectionMode;
  readonly state: PatchState;
  readonly change: (part: Partial<PatchState>) => void;
}

export function usePatchActions(subject: Subject) {
  const { tabId, connectionId, database, db, mode, state, change } = subject;
  const session = useSession();
  const queries = useQueryClient();
  const [working, setWorking] = useState<Working>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [tested, setTested] = useState<DryRun | null>(null);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const [tried, setTried] = useState(false);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const request = (): PatchRequest | null => {
    const built = buildRequest(state);
    setTried(true);
    if (built.ok) return built.request;
    session.notify({ kind: 'warning', message: built.problem });
    return null;
  };

  async function attempt(
    doing: string,
    kind: Exclude<Working, null>,
    wanted: PatchRequest,
    work: (signal: AbortSignal) => Promise<void>,
    allowIndex: () => void,
  ): Promise<void> {
    abort.current?.abort();
    const own = new AbortController();
    abort.current = own;
    setWorking(kind);
    setFailure(null);
    try {
      await work(own.signal);
    } catch (thrown) {
      if (own.signal.aborted || (thrown instanceof PortError && thrown.code === 'cancelled')) return;
      const sent = sentScript(wanted);
      const refusal = explainIndexRefusal(thrown, mode);
      change({ view: 'test' });
      setFailure({
        doing,
        error: refusal ?? readable(thrown),
        problem: sent ? locateScriptProblem(thrown, sent) : null,
        text: 'text' in wanted ? wanted.text : null,
        allowIndex: refusal !== null && mode === 'guarded' ? allowIndex : null,
      });
    } finally {
      if (abort.current === own) setWorking(null);
    }
  }

  const test = (newIndex?: 'confirm'): void => {
    const wanted = request();
    if (!wanted) return;
    const sampleId = state.sampleId.trim();
    change({ view: 'test' });
    void attempt(
      'The test',
      'test',
      wanted,
      async (signal) => {
        const result = await dryRun(db, wanted, {
          samples: state.samples,
          sampleId: sampleId === '' ? undefined : sampleId,
          newIndex,
          signal,
        });
        if (!signal.aborted) setTested(result);
      },
      () => test('confirm'),
    );
  };

  const run = (newIndex?: 'confirm'): void => {
    const wanted = request();
    if (!wanted) return;
    void attempt(
      'Counting the documents',
      'count',
      wanted,
      async (signal) => {
        const found =
          wanted.kind === 'update-query' || wanted.kind === 'delete-query'
            ? await countMatches(db, wanted, { newIndex, signal })
            : null;
        if (signal.aborted) return;
        const total = found?.total ?? ('ids' in wanted ? wanted.ids.length : 0);
        if (total === 0 && !found?.isStale) {
          session.notify({ kind: 'info', message: 'No documents match. There is nothing to run.' });
          return;
        }
        setConfirmation({ input: inputOf(wanted, total), found });
      },
      () => run('confirm'),
    );
  };

  const inputOf = (wanted: PatchRequest, total: number): RunInput => ({
    request: wanted,
    total,
    onFailure: state.onFailure,
    options: {
      maxPerSecond: state.maxPerSecond,
      allowStale: state.allowStale,
      staleSeconds: state.staleSeconds,
      ignoreScriptLimit: state.ignoreScriptLimit,
    },
  });

  /** Resolves when the server has accepted the run, which then continues in the background. */
  const start = async ({ input }: Confirmation): Promise<void> => {
    const operation = await startOperation(db, input);
    change({ view: 'run' });
    const refresh = () => void queries.invalidateQueries({ queryKey: [connectionId, database] });
    const { action } = state;
    const onActive = (activeRun: PatchState['activeRun']) => change({ activeRun });
    session.setDirty(tabId, operation === null);
    const key = runKey(connectionId, database, tabId);
    void runInBackground({ key, session, db, action, onActive }, input, operation).then(() => {
      session.setDirty(tabId, false);
      refresh();
    });
  };

  return {
    working,
    failure,
    tested,
    tried,
    confirmation,
    test: () => test(),
    run: () => run(),
    stop: () => {
      abort.current?.abort();
      setWorking(null);
    },
    start,
    closeConfirmation: () => setConfirmation(null),
  };
}

/** The reason without the function that RavenDB generates around a script; the details keep the complete text. */
function readable(thrown: unknown): unknown {
  if (!(thrown instanceof ServerError)) return thrown;
  return new ServerError({
    status: thrown.status,
    type: thrown.type,
    message: readScriptFailure(thrown).message,
    path: thrown.path,
    detail: thrown.detail === '' ? thrown.message : thrown.detail,
    body: { ...thrown.body },
  });
}

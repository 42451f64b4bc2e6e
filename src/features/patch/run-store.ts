/**
 * The run of each tab and database. Kept outside of the components, so that a hidden, split or moved tab keeps its run and its
 * result.
 */
import { create } from 'zustand';
import { withRun, type Session } from '../../app/registry/index.ts';
import type { DatabaseClient } from '../../protocol/client.ts';
import { pluralize } from '../../ui/format.ts';
import { addPoint, type ProgressPoint } from './progress.ts';
import { followRun, runOneByOne, type RunInput, type RunProgress } from './patch-run.ts';
import type { ActiveRun, Action } from './patch-state.ts';
import type { RunOutcome } from './run-outcome.ts';

export type PatchRun =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly action: Action;
      readonly progress: RunProgress;
      readonly points: readonly ProgressPoint[];
      readonly startedAt: number;
      readonly operation: number | null;
      readonly cancelling: boolean;
    }
  | {
      readonly kind: 'ended';
      readonly action: Action;
      /** What a further run on failed or remaining documents repeats; null after a reload. */
      readonly input: RunInput | null;
      readonly outcome: RunOutcome;
    };

export const idleRun: PatchRun = { kind: 'idle' };

interface Runs {
  readonly runs: ReadonlyMap<string, PatchRun>;
}

export const useRuns = create<Runs>(() => ({ runs: new Map() }));

const cancels = new Map<string, AbortController>();

/** A tab id alone is not enough: a later tab of another database can have the id of a closed one. */
export const runKey = (connectionId: string, database: string, tabId: string): string =>
  JSON.stringify([connectionId, database, tabId]);

function runOf(key: string): PatchRun {
  return useRuns.getState().runs.get(key) ?? idleRun;
}

/** The oldest ended runs beyond are dropped: each keeps its failures and its input. */
const MAX_RUNS = 16;

function put(key: string, run: PatchRun): void {
  useRuns.setState(({ runs }) => ({ runs: withRun(runs, key, run, MAX_RUNS) }));
}

export interface RunSubject {
  /** See runKey. */
  readonly key: string;
  readonly session: Pick<Session, 'runOperation'>;
  readonly db: DatabaseClient;
  readonly action: Action;
  /** Called when a run begins, reports progress, and ends (null). */
  readonly onActive: (active: ActiveRun | null) => void;
}

/** Runs to its end in the background; the status bar shows and can cancel it, too. */
export async function runInBackground(
  subject: RunSubject,
  input: RunInput,
  operation: number | null,
): Promise<void> {
  await follow(subject, input, operation, Date.now(), input.total, (control, onProgress) =>
    operation === null
      ? runOneByOne(subject.db, input, control, onProgress)
      : followRun(subject.db, operation, subject.action, control, onProgress),
  );
}

/** After a reload: an operation continues on the server and is followed again; requests of the old page ended. */
export async function resumeRun(subject: RunSubject, active: ActiveRun): Promise<void> {
  const { operation } = active;
  if (operation !== null) {
    await follow(subject, null, operation, active.startedAt, active.total, (control, onProgress) =>
      followRun(subject.db, operation, active.action, control, onProgress),
    );
    return;
  }
  subject.onActive(null);
  put(subject.key, {
    kind: 'ended',
    action: active.action,
    input: null,
    outcome: {
      kind: 'interrupted',
      byStatus: new Map(),
      done: active.done,
      exact: false,
      total: active.total,
      failures: [],
      left: null,
      error: undefined,
      elapsedMs: 0,
    },
  });
}

/** How often the progress of a run is saved, for a reload. */
const SAVE_MS = 1_000;

async function follow(
  { key, session, action, onActive }: RunSubject,
  input: RunInput | null,
  operation: number | null,
  startedAt: number,
  expected: number | null,
  work: (
    control: Parameters<Parameters<Session['runOperation']>[1]>[0],
    onProgress: (progress: RunProgress) => void,
  ) => Promise<Omit<RunOutcome, 'elapsedMs'>>,
): Promise<void> {
  const abort = new AbortController();
  cancels.set(key, abort);
  const isCurrent = (): boolean => cancels.get(key) === abort;
  let savedAt = 0;
  const save = (progress: RunProgress, at: number) => {
    if (at - savedAt < SAVE_MS) return;
    savedAt = at;
    onActive({ action, operation, done: progress.done, total: progress.total, startedAt });
  };
  const first: RunProgress = { done: 0, total: expected, failed: 0 };
  put(key, {
    kind: 'running',
    action,
    progress: first,
    points: [{ at: Date.now(), done: 0 }],
    startedAt,
    operation,
    cancelling: false,
  });
  save(first, Date.now());
  const title = `${action === 'patch' ? 'Patching' : 'Deleting'} ${expected === null ? 'documents' : pluralize(expected, 'document')}`;
  const end = (outcome: Omit<RunOutcome, 'elapsedMs'>) => {
    if (!isCurrent()) return;
    cancels.delete(key);
    put(key, {
      kind: 'ended',
      action,
      input,
      outcome: { ...outcome, elapsedMs: Date.now() - startedAt },
    });
    onActive(null);
  };
  try {
    const outcome = await session.runOperation(title, (control) => {
      // Cancelled here or in the status bar.
      control.signal.addEventListener(
        'abort',
        () => {
          if (isCurrent()) markCancelling(key);
          abort.abort();
        },
        { once: true },
      );
      return work({ ...control, signal: abort.signal }, (progress) => {
        const at = Date.now();
        if (!isCurrent()) return;
        const current = runOf(key);
        if (current.kind === 'running')
          put(key, { ...current, progress, points: addPoint(current.points, { at, done: progress.done }) });
        save(progress, at);
      });
    });
    end(outcome);
  } catch (error) {
    // Before the first document: the ids of the query could not be read.
    end({
      kind: 'failed',
      byStatus: new Map(),
      done: 0,
      exact: true,
      total: expected,
      failures: [],
      left: null,
      error,
    });
  }
}

export function cancelRun(key: string): void {
  markCancelling(key);
  cancels.get(key)?.abort();
}

function markCancelling(key: string): void {
  const run = runOf(key);
  if (run.kind === 'running') put(key, { ...run, cancelling: true });
}

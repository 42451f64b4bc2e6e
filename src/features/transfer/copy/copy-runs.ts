/** The copy of each tab and database, kept outside of the components: it continues in a hidden tab. */
import { create } from 'zustand';
import type { CopyOutcome, CopyPlan, CopyProgress } from '../../../contract/index.ts';
import { withRun, type Session } from '../../../app/registry/index.ts';
import { runCopy } from '../../../protocol/copies.ts';
import { formatBytes } from '../../../ui/format.ts';

export type CopyRun =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly plan: CopyPlan;
      readonly progress: CopyProgress;
      readonly startedAt: number;
      readonly cancelling: boolean;
    }
  | {
      readonly kind: 'ended';
      readonly id: string;
      readonly plan: CopyPlan;
      /** Null when the copy did not start. */
      readonly outcome: CopyOutcome | null;
      /** Present when it did not start. */
      readonly error: unknown;
      readonly elapsedMs: number;
    };

export const idleCopy: CopyRun = { kind: 'idle' };

export const useCopyRuns = create<{ readonly runs: ReadonlyMap<string, CopyRun> }>(() => ({
  runs: new Map(),
}));

/** The oldest ended runs beyond are dropped. */
const MAX_RUNS = 12;
const cancels = new Map<string, AbortController>();

function put(key: string, run: CopyRun): void {
  useCopyRuns.setState(({ runs }) => ({ runs: withRun(runs, key, run, MAX_RUNS) }));
}

interface StartParts {
  readonly key: string;
  readonly session: Pick<Session, 'port' | 'runOperation'>;
  readonly id: string;
  readonly plan: CopyPlan;
  readonly resume: boolean;
}

/** Runs to its end in the background; the status bar shows and can cancel it, too. */
export async function startCopy({ key, session, id, plan, resume }: StartParts): Promise<void> {
  const abort = new AbortController();
  cancels.set(key, abort);
  const startedAt = Date.now();
  const running = { kind: 'running', plan, startedAt, cancelling: false } as const;
  put(key, { ...running, progress: { kind: 'preparing' } });
  let outcome: CopyOutcome | null = null;
  let error: unknown;
  try {
    outcome = await session.runOperation(`Copying to ${plan.target.database}`, (control) => {
      control.signal.addEventListener('abort', () => cancelCopy(key), { once: true });
      return runCopy(session.port, id, resume ? null : plan, {
        signal: abort.signal,
        onProgress: (progress) => {
          const state = useCopyRuns.getState().runs.get(key);
          if (state?.kind === 'running') put(key, { ...state, progress });
          if (progress.kind !== 'running') return;
          const { documents, expected, bytes } = progress;
          control.report({ done: documents, total: expected, note: formatBytes(bytes) });
        },
      });
    });
  } catch (thrown) {
    error = thrown;
  }
  cancels.delete(key);
  put(key, { kind: 'ended', id, plan, outcome, error, elapsedMs: Date.now() - startedAt });
}

export function cancelCopy(key: string): void {
  const state = useCopyRuns.getState().runs.get(key);
  if (state?.kind === 'running') put(key, { ...state, cancelling: true });
  cancels.get(key)?.abort();
}

export function clearCopy(key: string): void {
  if (useCopyRuns.getState().runs.get(key)?.kind === 'ended') put(key, idleCopy);
}

/**
 * The backup and the restore of each tab, kept outside of the components: a hidden tab keeps its run and its report.
 */
import { create } from 'zustand';
import { PortError } from '../../contract/index.ts';
import { withRun, type OperationProgress, type Session } from '../../app/registry/index.ts';
import { readDumpReport, type DumpReport } from '../../protocol/dump-report.ts';
import { followState, type OperationPlace } from '../../protocol/operation-state.ts';
import { pluralize } from '../../ui/format.ts';

export type Run =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly subject: string;
      /** Null until the server has started it. */
      readonly operation: number | null;
      readonly report: DumpReport | null;
      readonly startedAt: number;
      readonly cancelling: boolean;
    }
  | {
      readonly kind: 'ended';
      readonly subject: string;
      readonly operation: number | null;
      readonly end: 'completed' | 'failed' | 'cancelled';
      readonly sentence: string;
      /** Of a failure. */
      readonly error: unknown;
      readonly report: DumpReport | null;
      /** As the server sent it. */
      readonly result: unknown;
      readonly elapsedMs: number;
      /** By the clock of this computer. */
      readonly endedAt: number;
    };

export const idleRun: Run = { kind: 'idle' };

export const useBackupRuns = create<{ readonly runs: ReadonlyMap<string, Run> }>(() => ({ runs: new Map() }));

/** The oldest ended runs beyond are dropped. */
const MAX_RUNS = 12;
const cancels = new Map<string, AbortController>();

/** A tab id alone is not enough: a later tab of another database can have the id of a closed one. */
export const runKey = (
  what: 'backup' | 'restore',
  connection: string,
  database: string,
  tab: string,
): string => JSON.stringify([what, connection, database, tab]);

function put(key: string, run: Run): void {
  useBackupRuns.setState(({ runs }) => ({ runs: withRun(runs, key, run, MAX_RUNS) }));
}

function update(key: string, part: Partial<Extract<Run, { kind: 'running' }>>): void {
  const run = useBackupRuns.getState().runs.get(key);
  if (run?.kind === 'running') put(key, { ...run, ...part });
}

interface RunParts {
  readonly key: string;
  readonly session: Pick<Session, 'runOperation'>;
  /** Shown in the status bar. */
  readonly title: string;
  readonly subject: string;
  readonly place: OperationPlace;
  /** Returns the number of the operation. */
  readonly start: (signal: AbortSignal) => Promise<number>;
  /** What a cancelled operation leaves behind. */
  readonly cancelled: string;
}

export type EndedRun = Extract<Run, { kind: 'ended' }>;
type End = Pick<EndedRun, 'end' | 'sentence' | 'error' | 'report' | 'result'>;

/** Runs to its end in the background; the status bar shows and can cancel it, too. Never rejects. */
export async function runToEnd(parts: RunParts): Promise<EndedRun> {
  const { key, session, title, subject, place } = parts;
  const abort = new AbortController();
  cancels.set(key, abort);
  const startedAt = Date.now();
  const started: { operation: number | null } = { operation: null };
  put(key, { kind: 'running', subject, operation: null, report: null, startedAt, cancelling: false });
  let end: End;
  try {
    end = await session.runOperation(title, async (control) => {
      control.signal.addEventListener('abort', () => cancelRun(key), { once: true });
      const operation = await parts.start(abort.signal);
      started.operation = operation;
      update(key, { operation });
      const ended = await followState(place, operation, {
        signal: abort.signal,
        onProgress: (progress) => {
          const read = readDumpReport(progress);
          update(key, { report: read });
          control.report(progressOf(read));
        },
      });
      if (ended.kind === 'cancelled')
        return { end: 'cancelled', sentence: parts.cancelled, error: undefined, report: null, result: null };
      const { result } = ended;
      return { end: 'completed', sentence: '', error: undefined, report: readDumpReport(result), result };
    });
  } catch (thrown) {
    const cancelled = thrown instanceof PortError && thrown.code === 'cancelled';
    end = {
      end: cancelled ? 'cancelled' : 'failed',
      sentence: cancelled ? 'Nothing was started.' : '',
      error: cancelled ? undefined : thrown,
      report: null,
      result: null,
    };
  }
  cancels.delete(key);
  const endedAt = Date.now();
  const run: EndedRun = {
    kind: 'ended',
    subject,
    operation: started.operation,
    ...end,
    elapsedMs: endedAt - startedAt,
    endedAt,
  };
  put(key, run);
  return run;
}

export function cancelRun(key: string): void {
  update(key, { cancelling: true });
  cancels.get(key)?.abort();
}

function progressOf({ counts }: DumpReport): OperationProgress {
  const documents = counts.find(({ name }) => name === 'Documents')?.read ?? 0;
  return { done: documents, total: null, note: pluralize(documents, 'document') };
}

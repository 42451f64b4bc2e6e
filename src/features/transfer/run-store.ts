/**
 * The run of each tab and database, kept outside of the components: a hidden or moved tab keeps its run and its report.
 */
import { create } from 'zustand';
import { PortError, type DumpProgress } from '../../contract/index.ts';
import { withRun, type Session } from '../../app/registry/index.ts';
import { readDumpReport, type DumpReport } from '../../protocol/dump-report.ts';
import { formatBytes } from '../../ui/format.ts';

export type Direction = 'export' | 'import';

export interface RunResult {
  readonly kind: 'completed' | 'failed' | 'cancelled';
  /** A sentence about the end. */
  readonly sentence: string;
  /** Present for a failure. */
  readonly error: unknown;
  /** Null when the server reported nothing. */
  readonly report: DumpReport | null;
}

export type TransferRun =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly phase: 'starting' | 'choosing' | 'running';
      readonly bytes: number;
      /** Null while it is unknown. */
      readonly totalBytes: number | null;
      readonly report: DumpReport | null;
      readonly startedAt: number;
      readonly cancelling: boolean;
    }
  | {
      readonly kind: 'ended';
      readonly result: RunResult;
      /** What ran: `dump of shop`, or the name of a file. */
      readonly subject: string;
      readonly elapsedMs: number;
      readonly endedAt: number;
    };

export const idleRun: TransferRun = { kind: 'idle' };

export const useTransferRuns = create<{ readonly runs: ReadonlyMap<string, TransferRun> }>(() => ({
  runs: new Map(),
}));

/** The oldest ended runs beyond are dropped. */
const MAX_RUNS = 12;
const cancels = new Map<string, AbortController>();

export interface RunPlace {
  readonly direction: Direction;
  readonly connectionId: string;
  readonly database: string;
  readonly tabId: string;
}

/** A tab id alone is not enough: a later tab of another database can have the id of a closed one. */
export const runKey = ({ direction, connectionId, database, tabId }: RunPlace): string =>
  JSON.stringify([direction, connectionId, database, tabId]);

function put(key: string, run: TransferRun): void {
  useTransferRuns.setState(({ runs }) => ({ runs: withRun(runs, key, run, MAX_RUNS) }));
}

interface RunParts {
  readonly key: string;
  readonly session: Pick<Session, 'runOperation'>;
  /** Shown in the status bar. */
  readonly title: string;
  readonly subject: string;
  readonly totalBytes: number | null;
  readonly work: (signal: AbortSignal, onProgress: (progress: DumpProgress) => void) => Promise<RunResult>;
}

/** Runs to its end in the background; the status bar shows and can cancel it, too. */
export async function runTransfer(parts: RunParts): Promise<RunResult> {
  const { key, session, title, subject, totalBytes, work } = parts;
  const abort = new AbortController();
  cancels.set(key, abort);
  const isCurrent = (): boolean => cancels.get(key) === abort;
  const startedAt = Date.now();
  put(key, {
    kind: 'running',
    phase: 'starting',
    bytes: 0,
    totalBytes,
    report: null,
    startedAt,
    cancelling: false,
  });
  let result: RunResult;
  try {
    result = await session.runOperation(title, (control) => {
      control.signal.addEventListener(
        'abort',
        () => {
          if (isCurrent()) update(key, { cancelling: true });
          abort.abort();
        },
        { once: true },
      );
      return work(abort.signal, (progress) => {
        const change = changeOf(progress);
        if (isCurrent()) update(key, change);
        if (change.bytes !== undefined)
          control.report({
            done: change.bytes,
            // After the last byte the server continues for an unknown time.
            total: change.bytes === totalBytes ? null : totalBytes,
            note: formatBytes(change.bytes),
          });
      });
    });
  } catch (thrown) {
    const cancelled = thrown instanceof PortError && thrown.code === 'cancelled';
    result = {
      kind: cancelled ? 'cancelled' : 'failed',
      sentence: cancelled ? thrown.message : '',
      error: cancelled ? undefined : thrown,
      report: null,
    };
  }
  if (isCurrent()) {
    cancels.delete(key);
    put(key, { kind: 'ended', result, subject, elapsedMs: Date.now() - startedAt, endedAt: Date.now() });
  }
  return result;
}

type Running = Extract<TransferRun, { kind: 'running' }>;

function changeOf(progress: DumpProgress): Partial<Running> {
  if (progress.kind === 'choosing') return { phase: 'choosing' };
  if (progress.kind !== 'running') return { phase: 'running' };
  const { bytes } = progress;
  return {
    phase: 'running',
    bytes,
    ...(progress.progress === null || progress.progress === undefined
      ? {}
      : { report: readDumpReport(progress.progress) }),
  };
}

function update(key: string, part: Partial<Running>): void {
  const run = useTransferRuns.getState().runs.get(key);
  if (run?.kind === 'running') put(key, { ...run, ...part });
}

export function cancelTransfer(key: string): void {
  update(key, { cancelling: true });
  cancels.get(key)?.abort();
}

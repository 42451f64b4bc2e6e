/** The file imports of each tab and database, outside of the components, as `run-store.ts` keeps those of dumps. */
import { create } from 'zustand';
import { PortError } from '../../../contract/index.ts';
import type { Session } from '../../../app/registry/index.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { pluralize } from '../../../ui/format.ts';
import type { TransferRun } from '../run-store.ts';
import type { ChosenDocuments } from '../chosen-file.ts';
import { importFile, type ImportProgress } from './write/import-file.ts';
import { noCounts, type ImportOutcome, type ImportReport } from './write/report.ts';
import { databaseTarget } from './write/target.ts';

export type FileRun =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly chosen: ChosenDocuments;
      readonly progress: ImportProgress;
      /** Where this part began: documents and bytes before it say nothing about the rate. */
      readonly first: ImportProgress;
      readonly startedAt: number;
      readonly cancelling: boolean;
    }
  | {
      readonly kind: 'ended';
      readonly chosen: ChosenDocuments;
      readonly outcome: ImportOutcome;
      readonly elapsedMs: number;
      /** Items of the part that ended, for its rate. */
      readonly items: number;
      readonly endedAt: number;
    };

/** Of the two imports of a tab, the running one is shown, then the one that ended last. */
export function isFileRunShown(
  run: FileRun,
  dump: TransferRun,
): run is Exclude<FileRun, { readonly kind: 'idle' }> {
  if (run.kind === 'idle') return false;
  if (run.kind === 'running' || dump.kind === 'idle') return true;
  return dump.kind === 'ended' && run.endedAt >= dump.endedAt;
}

export const idleFileRun: FileRun = { kind: 'idle' };

export const useFileRuns = create<{ readonly runs: ReadonlyMap<string, FileRun> }>(() => ({
  runs: new Map(),
}));

const MAX_RUNS = 6;
const cancels = new Map<string, AbortController>();

function put(key: string, run: FileRun): void {
  const runs = new Map(useFileRuns.getState().runs);
  runs.delete(key);
  runs.set(key, run);
  for (const [oldest, each] of runs) {
    if (runs.size <= MAX_RUNS) break;
    if (each.kind !== 'running') runs.delete(oldest);
  }
  useFileRuns.setState({ runs });
}

function updateRunning(key: string, part: Partial<Extract<FileRun, { kind: 'running' }>>): void {
  const run = useFileRuns.getState().runs.get(key);
  if (run?.kind === 'running') put(key, { ...run, ...part });
}

export interface FileRunParts {
  readonly key: string;
  readonly session: Pick<Session, 'runOperation' | 'port'>;
  readonly connectionId: string;
  readonly database: DatabaseClient;
  readonly chosen: ChosenDocuments;
  /** Of the part that was imported before. */
  readonly before: ImportReport | null;
}

/** Runs to its end in the background; the status bar shows and can cancel it, too. */
export async function runFileImport(parts: FileRunParts): Promise<void> {
  const { key, session, connectionId, database, chosen, before } = parts;
  const { file, gzip, settings } = chosen;
  const abort = new AbortController();
  cancels.set(key, abort);
  const startedAt = Date.now();
  const first: ImportProgress = {
    counts: before?.counts ?? noCounts,
    bytes: gzip ? 0 : (before?.checkpoint.offset ?? 0),
  };
  put(key, { kind: 'running', chosen, progress: first, first, startedAt, cancelling: false });
  let outcome: ImportOutcome;
  try {
    outcome = await session.runOperation(`Importing ${file.name}`, async (control) => {
      const cancel = (): void => cancelFileImport(key);
      control.signal.addEventListener('abort', cancel, { once: true });
      await session.port.call(
        'documents.confirmImport',
        {
          connection: connectionId,
          database: database.name,
          fileName: file.name.slice(0, 255),
          size: file.size,
          existing: settings.existing,
        },
        { signal: abort.signal },
      );
      return importFile({
        source: { file, gzip },
        start: chosen.start.head.start,
        settings,
        target: databaseTarget(database),
        before,
        signal: abort.signal,
        onProgress: (progress) => {
          updateRunning(key, { progress });
          const note = pluralize(progress.counts.read, 'item');
          control.report({ done: progress.bytes, total: file.size, note });
        },
      });
    });
  } catch (thrown) {
    const start = { offset: chosen.start.head.start, line: 1 };
    const report = before ?? { counts: noCounts, rejections: [], checkpoint: start, uncertain: null };
    const cancelled = thrown instanceof PortError && thrown.code === 'cancelled';
    outcome = { end: cancelled ? { kind: 'cancelled' } : { kind: 'failed', error: thrown }, report };
  }
  cancels.delete(key);
  put(key, {
    kind: 'ended',
    chosen,
    outcome,
    elapsedMs: Date.now() - startedAt,
    items: outcome.report.counts.read - first.counts.read,
    endedAt: Date.now(),
  });
}

export function cancelFileImport(key: string): void {
  updateRunning(key, { cancelling: true });
  cancels.get(key)?.abort();
}

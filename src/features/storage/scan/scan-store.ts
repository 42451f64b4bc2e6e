/** The scan of each database, kept outside of the components: it continues in a hidden tab. */
import { create } from 'zustand';
import { withRun, type Session } from '../../../app/registry/index.ts';
import type { DatabaseClient } from '../../../protocol/client.ts';
import { scanDocuments, type ScanOptions } from './scan-documents.ts';
import type { ScanReport } from './scan-report.ts';

export interface ScanRequest extends ScanOptions {
  /** Documents that it will read; null when it is not known. */
  readonly total: number | null;
}

export type ScanRun =
  | {
      readonly kind: 'running';
      readonly request: ScanRequest;
      readonly report: ScanReport | null;
      readonly cancelling: boolean;
    }
  | {
      readonly kind: 'ended';
      readonly request: ScanRequest;
      readonly report: ScanReport;
      readonly at: number;
    }
  | {
      readonly kind: 'failed';
      readonly request: ScanRequest;
      /** What was read by then. */
      readonly report: ScanReport | null;
      readonly error: unknown;
    };

export const useScans = create<{ readonly runs: ReadonlyMap<string, ScanRun> }>(() => ({ runs: new Map() }));

/** The oldest ended ones beyond are dropped. */
const MAX_RUNS = 8;
const cancels = new Map<string, AbortController>();

export const scanKey = (connectionId: string, database: string): string =>
  JSON.stringify([connectionId, database]);

function put(key: string, run: ScanRun): void {
  useScans.setState(({ runs }) => ({ runs: withRun(runs, key, run, MAX_RUNS) }));
}

/** One scan of a database at a time. */
export async function runScan(
  key: string,
  session: Pick<Session, 'runOperation'>,
  db: DatabaseClient,
  request: ScanRequest,
): Promise<void> {
  if (cancels.has(key)) return;
  const abort = new AbortController();
  cancels.set(key, abort);
  let latest: ScanReport | null = null;
  put(key, { kind: 'running', request, report: null, cancelling: false });
  try {
    const report = await session.runOperation(`Scanning documents of ${db.name}`, (control) => {
      control.signal.addEventListener('abort', () => cancelScan(key), { once: true });
      return scanDocuments(db, request, abort.signal, (progress) => {
        latest = progress;
        put(key, { kind: 'running', request, report: progress, cancelling: abort.signal.aborted });
        control.report({
          done: progress.read,
          total: request.total,
          note: `${progress.read.toLocaleString('en')} documents read`,
        });
      });
    });
    put(key, { kind: 'ended', request, report, at: Date.now() });
  } catch (error) {
    put(key, { kind: 'failed', request, report: latest, error });
  } finally {
    cancels.delete(key);
  }
}

/** Ends a scan; what was read by then is its result. */
export function cancelScan(key: string): void {
  const run = useScans.getState().runs.get(key);
  if (run?.kind === 'running') put(key, { ...run, cancelling: true });
  cancels.get(key)?.abort();
}

/** The comparison of documents of each tab, kept outside of the components: it continues in a hidden tab. */
import { create } from 'zustand';
import { PortError } from '../../../contract/index.ts';
import { withRun, type Session } from '../../../app/registry/index.ts';
import type { DocumentProgress } from './compare-documents.ts';
import type { DocumentReport } from './document-report.ts';

export type DocumentRun =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: DocumentProgress | null; readonly cancelling: boolean }
  | { readonly kind: 'ended'; readonly report: DocumentReport; readonly at: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: unknown };

export const idleRun: DocumentRun = { kind: 'idle' };

export const useDocumentRuns = create<{ readonly runs: ReadonlyMap<string, DocumentRun> }>(() => ({
  runs: new Map(),
}));

/** The oldest ended runs beyond are dropped. */
const MAX_RUNS = 8;
const cancels = new Map<string, AbortController>();

function put(key: string, run: DocumentRun): void {
  useDocumentRuns.setState(({ runs }) => ({ runs: withRun(runs, key, run, MAX_RUNS) }));
}

export async function runComparison(
  key: string,
  session: Pick<Session, 'runOperation'>,
  title: string,
  total: number | null,
  work: (signal: AbortSignal, onProgress: (progress: DocumentProgress) => void) => Promise<DocumentReport>,
): Promise<void> {
  const abort = new AbortController();
  cancels.set(key, abort);
  const isCurrent = (): boolean => cancels.get(key) === abort;
  put(key, { kind: 'running', progress: null, cancelling: false });
  let end: DocumentRun;
  try {
    const report = await session.runOperation(title, (control) => {
      control.signal.addEventListener('abort', () => abort.abort(), { once: true });
      return work(abort.signal, (progress) => {
        if (isCurrent()) put(key, { kind: 'running', progress, cancelling: abort.signal.aborted });
        control.report({
          done: progress.read,
          total,
          note: `${progress.read.toLocaleString('en')} documents read`,
        });
      });
    });
    end = { kind: 'ended', report, at: Date.now() };
  } catch (error) {
    const cancelled = abort.signal.aborted || (error instanceof PortError && error.code === 'cancelled');
    end = cancelled ? { kind: 'cancelled' } : { kind: 'failed', error };
  }
  if (!isCurrent()) return;
  cancels.delete(key);
  put(key, end);
}

export function cancelComparison(key: string): void {
  const run = useDocumentRuns.getState().runs.get(key);
  if (run?.kind === 'running') put(key, { ...run, cancelling: true });
  cancels.get(key)?.abort();
}

import { useState } from 'react';
import { useSession } from '../../app/registry/index.ts';
import {
  PortError,
  type DiskCheckProgress,
  type DiskCheckReport,
  type DiskCheckRequest,
} from '../../contract/index.ts';
import { runDiskCheck } from '../../protocol/disk-check.ts';

export type CheckState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: DiskCheckProgress | null }
  | { readonly kind: 'ended'; readonly report: DiskCheckReport }
  | { readonly kind: 'stopped'; readonly sentence: string }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The status bar shows it too, and cancels it. It continues when the tab is closed. */
export function useDiskCheck(): {
  readonly state: CheckState;
  readonly start: (request: Omit<DiskCheckRequest, 'id'>) => void;
  readonly cancel: () => void;
} {
  const session = useSession();
  const [state, setState] = useState<CheckState>({ kind: 'idle' });
  const [stop, setStop] = useState<AbortController | null>(null);
  function start(request: Omit<DiskCheckRequest, 'id'>): void {
    const own = new AbortController();
    setStop(own);
    setState({ kind: 'running', progress: null });
    session
      .runOperation('Checking a disk', (control) => {
        control.signal.addEventListener('abort', () => own.abort(), { once: true });
        return runDiskCheck(session.port, request, {
          signal: own.signal,
          onProgress: (progress) => {
            setState({ kind: 'running', progress });
            control.report({ done: progress.step, total: progress.steps, note: progress.running });
          },
        });
      })
      .then(
        (report) => setState({ kind: 'ended', report }),
        (error: unknown) => {
          if (error instanceof PortError && error.code === 'cancelled')
            setState({ kind: 'stopped', sentence: error.message });
          else setState({ kind: 'failed', error });
        },
      );
  }
  return { state, start, cancel: () => stop?.abort() };
}

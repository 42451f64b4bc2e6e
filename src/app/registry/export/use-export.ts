/** Runs one export. It continues when its dialog is closed: the status bar shows it and can cancel it. */
import { useEffect, useRef, useState } from 'react';
import {
  PortError,
  type ExportRequest,
  type ExportResult,
  type ExportSource,
} from '../../../contract/index.ts';
import { runExport } from '../../../protocol/exports.ts';
import { formatBytes, openDownload, pluralize } from '../../../ui/index.ts';
import { useSession } from '../session.ts';

export type ExportState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'choosing' }
  | { readonly kind: 'running'; readonly rows: number; readonly bytes: number; readonly stopping: boolean }
  | { readonly kind: 'finished'; readonly sentence: string }
  | { readonly kind: 'cancelled'; readonly sentence: string }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface ExportRun {
  readonly state: ExportState;
  readonly start: (
    request: Omit<ExportRequest, 'id'>,
    about: { title: string; expected: number | null },
  ) => void;
  readonly cancel: () => void;
}

export function useExport(): ExportRun {
  const session = useSession();
  const [state, setState] = useState<ExportState>({ kind: 'idle' });
  const shown = useRef(true);
  const running = useRef<AbortController>(undefined);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  function start(
    request: Omit<ExportRequest, 'id'>,
    { title, expected }: { title: string; expected: number | null },
  ): void {
    const abort = new AbortController();
    running.current = abort;
    setState({ kind: 'running', rows: 0, bytes: 0, stopping: false });
    const work = session.runOperation(title, (control) => {
      const stop = (): void => {
        setState((before) => (before.kind === 'running' ? { ...before, stopping: true } : before));
        abort.abort();
      };
      control.signal.addEventListener('abort', stop, { once: true });
      return runExport(session.port, request, {
        signal: abort.signal,
        onProgress: (progress) => {
          if (progress.kind === 'choosing') setState({ kind: 'choosing' });
          else if (progress.kind === 'download') openDownload(progress.path);
          else {
            const { rows, bytes } = progress;
            setState({ kind: 'running', rows, bytes, stopping: abort.signal.aborted });
            control.report({
              done: rows,
              total: expected === null ? null : Math.max(expected, rows),
              note: `${pluralize(rows, 'row')}, ${formatBytes(bytes)}`,
            });
          }
        },
      });
    });
    work.then(
      (result) => {
        const sentence = finishedSentence(result, request.source);
        setState({ kind: 'finished', sentence });
        if (!shown.current) session.notify({ kind: 'success', message: sentence });
      },
      (error: unknown) => {
        if (error instanceof PortError && error.code === 'cancelled') {
          setState({ kind: 'cancelled', sentence: error.message });
          if (!shown.current) session.notify({ kind: 'info', message: error.message });
          return;
        }
        setState({ kind: 'failed', error });
        if (!shown.current) session.reportError(error, title);
      },
    );
  }

  return {
    state,
    start,
    cancel: () => {
      setState((before) => (before.kind === 'running' ? { ...before, stopping: true } : before));
      running.current?.abort();
    },
  };
}

function finishedSentence({ rows, bytes, file }: ExportResult, source: ExportSource): string {
  const what = `${pluralize(rows, 'row')} (${formatBytes(bytes)})`;
  const missing = source.kind === 'ids' ? source.ids.length - rows : 0;
  const deleted = missing > 0 ? ` ${pluralize(missing, 'document')} of the selection no longer exist.` : '';
  return file === null
    ? `${what} exported to the browser downloads.${deleted}`
    : `${what} exported to ${file}.${deleted}`;
}

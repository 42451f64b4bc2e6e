import { useState } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { PortError, type DebugPackageRequest } from '../../contract/index.ts';
import { downloadPackage } from '../../protocol/debug-package/download-package.ts';
import { formatBytes, openDownload } from '../../ui/index.ts';

export type DownloadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly bytes: number; readonly choosing: boolean }
  | { readonly kind: 'ended'; readonly sentence: string }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The status bar shows it too, and cancels it. It continues when the tab is closed. */
export function useDownload(): {
  readonly state: DownloadState;
  readonly start: (request: Omit<DebugPackageRequest, 'id'>) => void;
} {
  const session = useSession();
  const [state, setState] = useState<DownloadState>({ kind: 'idle' });
  function start(request: Omit<DebugPackageRequest, 'id'>): void {
    setState({ kind: 'running', bytes: 0, choosing: false });
    const title = `Downloading the debug package of the ${request.scope}`;
    session
      .runOperation(title, (control) =>
        downloadPackage(session.port, request, {
          signal: control.signal,
          onProgress: (progress) => {
            if (progress.kind === 'download') openDownload(progress.path);
            else if (progress.kind === 'choosing') setState({ kind: 'running', bytes: 0, choosing: true });
            else {
              const { bytes } = progress;
              setState({ kind: 'running', bytes, choosing: false });
              control.report({
                ...{ done: bytes, total: null },
                note: bytes === 0 ? 'The server collects' : formatBytes(bytes),
              });
            }
          },
        }),
      )
      .then(
        ({ bytes, file }) => {
          const where = file ?? 'the browser downloads';
          setState({ kind: 'ended', sentence: `Saved ${formatBytes(bytes)} to ${where}.` });
        },
        (error: unknown) => {
          if (error instanceof PortError && error.code === 'cancelled')
            setState({ kind: 'ended', sentence: error.message });
          else setState({ kind: 'failed', error });
        },
      );
  }
  return { state, start };
}

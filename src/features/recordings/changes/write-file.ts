/** Writes a file that the user chooses, as an operation of the status bar. */
import type { Session } from '../../../app/registry/index.ts';
import { PortError, type ExportProgress } from '../../../contract/index.ts';
import type { ExportOptions } from '../../../protocol/exports.ts';
import type { SavedRecording } from '../../../protocol/recorder.ts';
import { formatBytes, openDownload } from '../../../ui/index.ts';

/** Resolves with a sentence about the complete file. */
export async function writeFile(
  session: Session,
  title: string,
  work: (options: ExportOptions) => Promise<SavedRecording>,
  options: { readonly signal?: AbortSignal; readonly onProgress?: (progress: ExportProgress) => void } = {},
): Promise<string> {
  const { bytes, file } = await session.runOperation(title, (control) => {
    // The dialog and the status bar cancel it.
    const own = new AbortController();
    const cancel = (): void => own.abort();
    control.signal.addEventListener('abort', cancel, { once: true });
    options.signal?.addEventListener('abort', cancel, { once: true });
    return work({
      signal: own.signal,
      onProgress: (progress) => {
        options.onProgress?.(progress);
        if (progress.kind === 'download') openDownload(progress.path);
        else if (progress.kind === 'rows')
          control.report({ done: progress.bytes, total: null, note: formatBytes(progress.bytes) });
      },
    });
  });
  return file === null
    ? `${formatBytes(bytes)} saved to the browser downloads.`
    : `${formatBytes(bytes)} saved to ${file}.`;
}

/** The same for a button without a dialog of its own: the result is a notification. */
export function writeFileAndNotify(
  session: Session,
  title: string,
  work: (options: ExportOptions) => Promise<SavedRecording>,
): void {
  writeFile(session, title, work).then(
    (message) => session.notify({ kind: 'success', message }),
    (thrown: unknown) => {
      if (isCancelled(thrown)) session.notify({ kind: 'info', message: thrown.message });
      else session.reportError(thrown, title);
    },
  );
}

export const isCancelled = (thrown: unknown): thrown is PortError =>
  thrown instanceof PortError && thrown.code === 'cancelled';

/** Work of the host that writes a file which the user chooses: the page sees its progress, never the file. */
import type { ExportProgress, Port } from '../contract/index.ts';

/** Runs `call` while the progress with this id is reported. Resolves when the file is complete. */
export async function withExportProgress<T>(
  port: Port,
  id: string,
  onProgress: (progress: ExportProgress) => void,
  call: () => Promise<T>,
): Promise<T> {
  const ended = new AbortController();
  const watch = async (): Promise<void> => {
    for await (const progress of port.open('exports.progress', { id }, { signal: ended.signal }))
      onProgress(progress);
  };
  // Opened first, so that no progress is missed. A failure of the port fails the call too, which is reported.
  const watched = watch().catch(() => undefined);
  try {
    return await call();
  } finally {
    ended.abort();
    await watched;
  }
}

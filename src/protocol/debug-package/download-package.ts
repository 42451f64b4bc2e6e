/** Saves the debug package of a server to a file. The host writes it; a page sees only the progress. */
import type { DebugPackageRequest, DebugPackageResult, Port } from '../../contract/index.ts';
import type { ExportOptions } from '../exports.ts';

export async function downloadPackage(
  port: Port,
  request: Omit<DebugPackageRequest, 'id'>,
  { signal, onProgress }: ExportOptions,
): Promise<DebugPackageResult> {
  const id = crypto.randomUUID();
  const ended = new AbortController();
  const watch = async (): Promise<void> => {
    for await (const progress of port.open('exports.progress', { id }, { signal: ended.signal }))
      onProgress(progress);
  };
  // Opened first, so that no progress is missed. A failure of the port fails the call too, which is reported.
  const watched = watch().catch(() => undefined);
  try {
    return await port.call('packages.save', { ...request, id }, { signal });
  } finally {
    ended.abort();
    await watched;
  }
}

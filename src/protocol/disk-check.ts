/** Measures a disk of this computer. The host does the work; a page sees progress and the report. */
import type { DiskCheckProgress, DiskCheckReport, DiskCheckRequest, Port } from '../contract/index.ts';

export interface DiskCheckOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: DiskCheckProgress) => void;
}

export async function runDiskCheck(
  port: Port,
  request: Omit<DiskCheckRequest, 'id'>,
  { signal, onProgress }: DiskCheckOptions,
): Promise<DiskCheckReport> {
  const id = crypto.randomUUID();
  const ended = new AbortController();
  const watch = async (): Promise<void> => {
    for await (const progress of port.open('diskChecks.progress', { id }, { signal: ended.signal }))
      onProgress(progress);
  };
  // Opened first, so that no progress is missed. A failure of the port fails the call too, which is reported.
  const watched = watch().catch(() => undefined);
  try {
    return (await port.call('diskChecks.run', { ...request, id }, { signal })).report;
  } finally {
    ended.abort();
    await watched;
  }
}

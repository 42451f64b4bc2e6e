/** Dumps of a database: exported and imported by the host, which follows the operation of the server. */
import {
  MAX_PIECE_BYTES,
  type DumpExportRequest,
  type DumpExportResult,
  type DumpImportOutcome,
  type DumpImportRequest,
  type DumpProgress,
  type Port,
} from '../contract/index.ts';
import { toBase64 } from './base64.ts';

export interface DumpOptions {
  readonly signal: AbortSignal;
  /** With `download`, the page starts the download of that path. */
  readonly onProgress: (progress: DumpProgress) => void;
}

/** Resolves when the file is complete. */
export function exportDump(
  port: Port,
  request: Omit<DumpExportRequest, 'id'>,
  { signal, onProgress }: DumpOptions,
): Promise<DumpExportResult> {
  return watched(port, onProgress, (id) => port.call('dumps.export', { ...request, id }, { signal }));
}

/** Sends a file in pieces. Resolves with how it ended, also after a failure of the server. */
export async function importDump(
  port: Port,
  request: Omit<DumpImportRequest, 'id' | 'size'>,
  file: Blob,
  { signal, onProgress }: DumpOptions,
): Promise<DumpImportOutcome> {
  const unread = new AbortController();
  const stop = (): void => unread.abort();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const failure: { thrown?: unknown } = {};
  let sending: Promise<void> | undefined;
  let identity = '';
  const start = (progress: DumpProgress): void => {
    onProgress(progress);
    if (progress.kind !== 'ready' && progress.kind !== 'running') return;
    sending ??= sendPieces(port, identity, file, unread.signal).catch((thrown: unknown) => {
      // The file cannot be read: the host stops the operation of the server.
      if (!unread.signal.aborted) failure.thrown = thrown;
      unread.abort();
    });
  };
  try {
    return await watched(port, start, async (id) => {
      identity = id;
      const outcome = await port.call(
        'dumps.import',
        { ...request, id, size: file.size },
        { signal: unread.signal },
      );
      return 'thrown' in failure ? unreadFile(outcome, failure.thrown) : outcome;
    });
  } finally {
    unread.abort();
    signal.removeEventListener('abort', stop);
    await sending;
  }
}

function unreadFile(outcome: DumpImportOutcome, thrown: unknown): DumpImportOutcome {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    ...outcome,
    kind: 'failed',
    message: `The file could not be read to its end: ${reason.replace(/\.$/, '')}. Items that were imported before stay.`,
    detail: reason,
  };
}

/** One piece at a time: the host answers when it has passed it on. */
async function sendPieces(port: Port, id: string, file: Blob, signal: AbortSignal): Promise<void> {
  for (let offset = 0; offset < file.size && !signal.aborted; offset += MAX_PIECE_BYTES) {
    const piece = await file.slice(offset, offset + MAX_PIECE_BYTES).arrayBuffer();
    const bytes = toBase64(new Uint8Array(piece));
    const { wanted } = await port.call('dumps.piece', { id, offset, bytes }, { signal });
    if (!wanted) return;
  }
}

async function watched<T>(
  port: Port,
  onProgress: (progress: DumpProgress) => void,
  work: (id: string) => Promise<T>,
): Promise<T> {
  const id = crypto.randomUUID();
  const ended = new AbortController();
  const watch = async (): Promise<void> => {
    for await (const progress of port.open('dumps.progress', { id }, { signal: ended.signal }))
      onProgress(progress);
  };
  // Opened first, so that no progress is missed. A failure of the port fails the call too, which is reported.
  const watching = watch().catch(() => undefined);
  try {
    return await work(id);
  } finally {
    ended.abort();
    await watching;
  }
}

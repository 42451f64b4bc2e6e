/**
 * A recording of a server, read by the host: the page sends the file in pieces, or names one of the folder of recordings,
 * and requests what it shows.
 */
import {
  MAX_PIECE_BYTES,
  MAX_RECORDING_BYTES,
  PortError,
  type Port,
  type RecordingCharts,
  type RecordingOverview,
  type RecordingRows,
  type RecordingRowsRequest,
  type StreamParams,
} from '../contract/index.ts';
import { toBase64 } from './base64.ts';

export interface OpenRecording {
  /** For calls that change, export or compare it. */
  readonly id: string;
  readonly overview: RecordingOverview;
  /** Times are µs since 1970; null: everything. */
  charts(
    range: { readonly from: number; readonly to: number } | null,
    signal?: AbortSignal,
  ): Promise<RecordingCharts>;
  rows(request: Omit<RecordingRowsRequest, 'id'>, signal?: AbortSignal): Promise<RecordingRows>;
}

/**
 * Sends the file, and resolves when it is read. The recording stays in the memory of the host until `signal` is aborted.
 */
export async function openRecording(
  port: Port,
  file: Blob,
  options: { readonly signal: AbortSignal; readonly onSent: (bytes: number) => void },
): Promise<OpenRecording> {
  const { signal, onSent } = options;
  if (file.size === 0) throw refusal('The file is empty.');
  if (file.size > MAX_RECORDING_BYTES)
    throw new PortError({
      code: 'too-large',
      message: 'The file is larger than 256 MB, the limit for a recording: cut it to a shorter time first.',
    });
  const id = crypto.randomUUID();
  await started(port, { id, size: file.size }, signal);
  // The next piece is read and encoded while one is on its way.
  let sent = Promise.resolve();
  for (let offset = 0; offset < file.size; offset += MAX_PIECE_BYTES) {
    const piece = await file.slice(offset, offset + MAX_PIECE_BYTES).arrayBuffer();
    const bytes = toBase64(new Uint8Array(piece));
    await sent;
    sent = port.call('recordings.piece', { id, offset, bytes }, { signal }).then(() => {
      onSent(offset + piece.byteLength);
    });
    // It is awaited before the next piece; a file that cannot be read ends earlier.
    sent.catch(() => undefined);
  }
  await sent;
  return opened(port, id, signal);
}

/** The same for a file of the folder of recordings, which the host reads itself. */
export async function openStoredRecording(
  port: Port,
  stored: string,
  signal: AbortSignal,
): Promise<OpenRecording> {
  const id = crypto.randomUUID();
  await started(port, { id, stored }, signal);
  return opened(port, id, signal);
}

async function opened(port: Port, id: string, signal: AbortSignal): Promise<OpenRecording> {
  const overview = await port.call('recordings.read', { id }, { signal });
  return {
    id,
    overview,
    charts: (range, own) =>
      port.call('recordings.charts', { id, range: range && whole(range) }, own ? { signal: own } : {}),
    rows: (request, own) =>
      port.call('recordings.rows', { id, ...request, ...whole(request) }, own ? { signal: own } : {}),
  };
}

/** Resolves when the host takes pieces, or has read the stored file. The stream stays open until the signal is aborted. */
function started(port: Port, file: StreamParams<'recordings.session'>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const follow = async (): Promise<void> => {
      const session = port.open('recordings.session', file, { signal })[Symbol.asyncIterator]();
      const ready = await session.next();
      if (ready.done !== true) resolve();
      // It has no other item: this waits for its end.
      await session.next();
      throw refusal('The recording was closed.');
    };
    // After `ready`, a failure is that of the port, which the next call reports.
    follow().catch(reject);
  });
}

const whole = ({ from, to }: { readonly from: number; readonly to: number }) => ({
  from: Math.floor(from),
  to: Math.ceil(to),
});

const refusal = (message: string): PortError => new PortError({ code: 'bad-request', message });

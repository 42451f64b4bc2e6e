/** Decodes recordings off the main thread: frames of the live feed, and files in chunks. */
import { buffersOf } from './decoded.ts';
import { JsonSyntaxError } from './json-bytes.ts';
import type { FromDecoder, ToDecoder } from './messages.ts';
import { MetricsReader, InvalidRecordingError, readMetrics } from './metrics-reader.ts';

/** The used part of a worker's global scope; the DOM types apply to this file. */
interface WorkerScope {
  postMessage(message: FromDecoder, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToDecoder>) => void) | null;
}
const scope = globalThis as unknown as WorkerScope;
const PIECE = 4 * 1024 * 1024;
const cancelled = new Set<number>();

scope.onmessage = ({ data }) => {
  if (data.kind === 'cancel') cancelled.add(data.job);
  else
    void run(data).catch((error: unknown) => {
      const known = error instanceof JsonSyntaxError || error instanceof InvalidRecordingError;
      scope.postMessage({ job: data.job, kind: 'refused', why: known ? error.message : String(error) });
    });
};

async function run(message: Exclude<ToDecoder, { kind: 'cancel' }>): Promise<void> {
  const { job } = message;
  if (message.kind === 'text') {
    const recording = readMetrics(message.text);
    scope.postMessage({ job, kind: 'done', recording }, buffersOf(recording));
    return;
  }
  const reader = new MetricsReader();
  for (let at = 0; at < message.file.size; at += PIECE) {
    const bytes = new Uint8Array(await message.file.slice(at, at + PIECE).arrayBuffer());
    if (cancelled.delete(job)) return;
    reader.feed(bytes);
    scope.postMessage({ job, kind: 'progress', bytes: at + bytes.length, events: reader.events });
  }
  const recording = reader.finish();
  scope.postMessage({ job, kind: 'done', recording }, buffersOf(recording));
}

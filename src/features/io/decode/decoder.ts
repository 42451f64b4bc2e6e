/** The main-thread side of the decoding worker. One worker per screen. */
import type { DecodedRecording } from './decoded.ts';
import type { FromDecoder, ToDecoder } from './messages.ts';

export class OpenFileError extends Error {
  override readonly name = 'CannotOpen';
}

export interface DecodeProgress {
  readonly bytes: number;
  readonly events: number;
}

interface Job {
  readonly resolve: (recording: DecodedRecording) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress?: ((progress: DecodeProgress) => void) | undefined;
}

export class Decoder {
  private readonly worker: Worker;
  private readonly jobs = new Map<number, Job>();
  private next = 1;

  constructor(worker: Worker) {
    this.worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromDecoder>) => this.onMessage(data);
    worker.onerror = (event) =>
      this.fail(`The decoder failed: ${event.message || 'its code could not be loaded'}.`);
  }

  text(text: string): Promise<DecodedRecording> {
    return this.begin((job) => ({ job, kind: 'text', text }));
  }

  file(
    file: Blob,
    options: { signal?: AbortSignal; onProgress?: (progress: DecodeProgress) => void } = {},
  ): Promise<DecodedRecording> {
    const job = this.next;
    options.signal?.addEventListener('abort', () => {
      this.send({ job, kind: 'cancel' });
      this.take(job)?.reject(new DOMException('Opening the file was cancelled.', 'AbortError'));
    });
    return this.begin((each) => ({ job: each, kind: 'file', file }), options.onProgress);
  }

  close(): void {
    this.worker.terminate();
    this.fail('The screen was closed.');
  }

  private begin(
    message: (job: number) => ToDecoder,
    onProgress?: (progress: DecodeProgress) => void,
  ): Promise<DecodedRecording> {
    const job = this.next++;
    return new Promise((resolve, reject) => {
      this.jobs.set(job, { resolve, reject, onProgress });
      this.send(message(job));
    });
  }

  private send(message: ToDecoder): void {
    this.worker.postMessage(message);
  }

  private onMessage(message: FromDecoder): void {
    if (message.kind === 'progress') this.jobs.get(message.job)?.onProgress?.(message);
    else if (message.kind === 'done') this.take(message.job)?.resolve(message.recording);
    else this.take(message.job)?.reject(new OpenFileError(message.why));
  }

  private take(job: number): Job | undefined {
    const found = this.jobs.get(job);
    this.jobs.delete(job);
    return found;
  }

  private fail(why: string): void {
    for (const { reject } of this.jobs.values()) reject(new OpenFileError(why));
    this.jobs.clear();
  }
}

export function startDecoder(): Decoder {
  return new Decoder(new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' }));
}

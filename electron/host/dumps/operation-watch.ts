/** Reads the state of an operation of the server at intervals, while another request does its work. */
import { z } from 'zod';
import type { HttpResponse } from '../../../src/contract/index.ts';
import { bothSignals } from '../export/both-signals.ts';
import { serverSentence } from '../export/streamed-rows.ts';
import { sleep } from '../sleep.ts';
import { parsedJson } from './parsed-json.ts';

const EVERY_MS = 500;

const state = z.looseObject({
  Status: z.string(),
  Progress: z.unknown().optional(),
  Result: z.unknown().optional(),
});
const failure = z.looseObject({ Message: z.string(), Error: z.string().nullish() });

export type OperationEnd =
  | { readonly kind: 'completed'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly message: string; readonly detail: string }
  | { readonly kind: 'cancelled' }
  /** The server knows no such operation, did not end it in time, or could not be read. */
  | { readonly kind: 'unknown' };

/** The state can be read again. */
type NotEnded = 'running' | 'unread';
type ReadState = (signal: AbortSignal) => Promise<HttpResponse>;

export class OperationWatch {
  /** The latest progress; null before the first. */
  progress: unknown = null;
  private readonly read: ReadState;
  private readonly onProgress: () => void;
  private readonly stopped = new AbortController();

  constructor(read: ReadState, onProgress: () => void) {
    this.read = read;
    this.onProgress = onProgress;
    void this.run();
  }

  /** Ends the reading at intervals. */
  stop(): void {
    this.stopped.abort();
  }

  /** Waits until the operation has ended, at most `withinMs` and until `signal` is aborted. */
  async end(withinMs: number, signal: AbortSignal): Promise<OperationEnd> {
    this.stop();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), withinMs);
    const limit = bothSignals(signal, deadline.signal);
    try {
      while (!limit.signal.aborted) {
        const end = await this.readState(limit.signal);
        if (end !== 'running' && end !== 'unread') return end;
        await sleep(Math.min(EVERY_MS, withinMs / 4), limit.signal);
      }
      return { kind: 'unknown' };
    } finally {
      clearTimeout(timer);
      limit.leave();
    }
  }

  private async run(): Promise<void> {
    const { signal } = this.stopped;
    await sleep(EVERY_MS / 2, signal);
    while (!signal.aborted) {
      await this.readState(signal);
      await sleep(EVERY_MS, signal);
    }
  }

  private async readState(signal: AbortSignal): Promise<OperationEnd | NotEnded> {
    let response: HttpResponse;
    try {
      response = await this.read(signal);
    } catch {
      // The request that does the work reports the lost connection.
      return 'unread';
    }
    if (response.status === 404) return { kind: 'unknown' };
    const found = state.safeParse(response.status === 200 ? parsedJson(response.body) : undefined);
    if (!found.success) return 'unread';
    const { Status, Progress, Result } = found.data;
    if (typeof Progress === 'object' && Progress !== null && !this.stopped.signal.aborted) {
      this.progress = Progress;
      this.onProgress();
    }
    if (Status === 'Completed') return { kind: 'completed', result: Result ?? null };
    if (Status === 'Canceled') return { kind: 'cancelled' };
    if (Status !== 'Faulted') return 'running';
    const reason = failure.safeParse(Result);
    if (!reason.success) return { kind: 'failed', message: 'The server gave no reason', detail: '' };
    const { message } = serverSentence(JSON.stringify(reason.data.Message));
    return { kind: 'failed', message, detail: reason.data.Error ?? reason.data.Message };
  }
}

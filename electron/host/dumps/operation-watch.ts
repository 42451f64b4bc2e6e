/** Reads the state of an operation of the server at intervals, while another request does its work. */
import { z } from 'zod';
import type { HttpResponse } from '../../../src/contract/index.ts';
import { serverSentence } from '../export/streamed-rows.ts';

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
  /** The server knows no such operation, or did not end it in time. */
  | { readonly kind: 'unknown' };

export class OperationWatch {
  /** The latest progress; null before the first. */
  progress: unknown = null;
  private readonly read: () => Promise<HttpResponse>;
  private readonly onProgress: () => void;
  private readonly left = new AbortController();

  constructor(read: () => Promise<HttpResponse>, onProgress: () => void) {
    this.read = read;
    this.onProgress = onProgress;
    void this.run();
  }

  /** Ends the reading at intervals. */
  leave(): void {
    this.left.abort();
  }

  /** Waits until the operation has ended, at most `withinMs`. */
  async end(withinMs: number): Promise<OperationEnd> {
    this.leave();
    const until = performance.now() + withinMs;
    for (;;) {
      const end = await this.look();
      if (end !== 'running') return end;
      if (performance.now() > until) return { kind: 'unknown' };
      await pause(Math.min(EVERY_MS, withinMs / 4), new AbortController().signal);
    }
  }

  private async run(): Promise<void> {
    const { signal } = this.left;
    await pause(EVERY_MS / 2, signal);
    while (!signal.aborted) {
      await this.look();
      await pause(EVERY_MS, signal);
    }
  }

  private async look(): Promise<OperationEnd | 'running'> {
    let response: HttpResponse;
    try {
      response = await this.read();
    } catch {
      // The request that does the work reports that the server is gone.
      return { kind: 'unknown' };
    }
    const json = response.status === 200 ? parsed(response.body) : undefined;
    const found = state.safeParse(json);
    if (!found.success) return { kind: 'unknown' };
    const { Status, Progress, Result } = found.data;
    if (typeof Progress === 'object' && Progress !== null && !this.left.signal.aborted) {
      this.progress = Progress;
      this.onProgress();
    }
    if (Status === 'Completed') return { kind: 'completed', result: Result ?? null };
    if (Status === 'Canceled') return { kind: 'cancelled' };
    if (Status !== 'Faulted') return 'running';
    const said = failure.safeParse(Result);
    if (!said.success) return { kind: 'failed', message: 'The server gave no reason', detail: '' };
    const { message } = serverSentence(JSON.stringify(said.data.Message));
    return { kind: 'failed', message, detail: said.data.Error ?? said.data.Message };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}

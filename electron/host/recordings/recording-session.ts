/** One recording in the memory of the addon. Its calls run one after another. */
import type { z } from 'zod';
import {
  PortError,
  recordingCharts,
  recordingOverview,
  recordingRows,
  type RecordingCharts,
  type RecordingOverview,
  type RecordingRows,
  type RecordingRowsRequest,
} from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';
import type { Addon, RecordingHandle } from '../transport/addon-binding.ts';

/** More calls than a page has visible parts. */
const MAX_WAITING = 32;

export class RecordingSession {
  private readonly handle: RecordingHandle;
  private readonly size: number;
  private received = 0;
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(addon: Addon, size: number) {
    this.size = size;
    this.handle = inWords(() => addon.openRecording());
  }

  add(offset: number, bytes: Buffer): void {
    if (offset !== this.received || bytes.length === 0 || this.received + bytes.length > this.size)
      throw refusal(
        `A piece of the recording at byte ${offset} does not follow the bytes before it, or the file was changed meanwhile.`,
      );
    inWords(() => this.handle.add(bytes));
    this.received += bytes.length;
  }

  read(): Promise<RecordingOverview> {
    if (this.received !== this.size)
      throw refusal(`Only ${this.received} of ${this.size} bytes of the recording have arrived.`);
    return this.ask(recordingOverview, () => this.handle.read());
  }

  charts(
    range: { readonly from: number; readonly to: number } | null,
    signal: AbortSignal,
  ): Promise<RecordingCharts> {
    const work = () => this.handle.charts(range?.from ?? null, range?.to ?? null);
    return this.ask(recordingCharts, work, signal);
  }

  rows(request: Omit<RecordingRowsRequest, 'id'>, signal: AbortSignal): Promise<RecordingRows> {
    return this.ask(recordingRows, () => this.handle.rows(JSON.stringify(request)), signal);
  }

  close(): void {
    this.handle.close();
  }

  private async ask<T>(schema: z.ZodType<T>, work: () => Promise<string>, signal?: AbortSignal): Promise<T> {
    if (this.waiting >= MAX_WAITING) throw refusal('Too many requests to the recording are waiting.');
    this.waiting++;
    const before = this.last;
    const own = (async () => {
      await before;
      // Not started for a page that no longer waits.
      signal?.throwIfAborted();
      return work();
    })();
    this.last = own.catch(() => undefined);
    try {
      return schema.parse(JSON.parse(await own));
    } catch (thrown) {
      throw failure(thrown);
    } finally {
      this.waiting--;
    }
  }
}

/** The addon's messages are sentences for the user. */
function failure(thrown: unknown): unknown {
  if (!isErrno(thrown)) return thrown;
  const { code, message } = thrown;
  if (code === 'newer') return new PortError({ code: 'unsupported', message });
  if (code === 'too-large') return new PortError({ code: 'too-large', message });
  if (code === 'io') return new PortError({ code: 'storage', message });
  return refusal(message);
}

function inWords<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw refusal(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

const refusal = (message: string): PortError => new PortError({ code: 'bad-request', message });

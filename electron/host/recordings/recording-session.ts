/** One recording in the memory of the addon. Its calls run one after another. */
import type { z } from 'zod';
import {
  PortError,
  recordingCharts,
  recordingComparison,
  recordingOverview,
  recordingRows,
  type RecordingCharts,
  type RecordingComparison,
  type RecordingEdit,
  type RecordingOverview,
  type RecordingPart,
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
  private overview: RecordingOverview | undefined;
  private received = 0;
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(addon: Pick<Addon, 'openRecording'>, size: number) {
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

  /** Throws until the recording is read. */
  get about(): RecordingOverview {
    if (this.overview) return this.overview;
    throw refusal('The recording is not read yet.');
  }

  async read(): Promise<RecordingOverview> {
    if (this.received !== this.size)
      throw refusal(`Only ${this.received} of ${this.size} bytes of the recording have arrived.`);
    this.overview = await this.ask(recordingOverview, () => this.handle.read());
    return this.overview;
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

  /** Writes a new file. Fails with the addon's `exists` when there is one. */
  edit({ range, mask, note, annotations }: Omit<RecordingEdit, 'id'>, path: string): Promise<void> {
    const edit = JSON.stringify({ range, mask, note, annotations });
    return this.inTurn(() => this.handle.edit(edit, path));
  }

  /** Writes a new file. */
  exportPart(part: RecordingPart, path: string, signal: AbortSignal): Promise<void> {
    return this.inTurn(() => this.handle.exportPart(JSON.stringify(part), path), signal);
  }

  compare(other: RecordingSession, signal: AbortSignal): Promise<RecordingComparison> {
    return this.ask(recordingComparison, () => this.handle.compare(other.handle), signal);
  }

  close(): void {
    this.handle.close();
  }

  private async ask<T>(schema: z.ZodType<T>, work: () => Promise<string>, signal?: AbortSignal): Promise<T> {
    return schema.parse(JSON.parse(await this.inTurn(work, signal)));
  }

  private async inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
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
      return await own;
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
  if (code === 'exists') return thrown;
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

/** Reads the captures of stacks that the recorder requests. */
import { toPortError } from '../../../src/contract/index.ts';
import type { RecorderWork, RequestedCapture } from './recorder-handle.ts';
import type { ServerReads } from './server-reads.ts';
import { settledWithin } from '../sleep.ts';

/** The longest time for a capture: a server with many threads is slow. */
const ANSWER_MS = 60_000;
/** The recorder requests them half a minute apart. */
const MAX_RUNNING = 8;
const CANCEL_MS = 1_000;

export class CaptureReader {
  private readonly reads: ServerReads;
  private readonly handle: Pick<RecorderWork, 'capture'>;
  private readonly running = new Set<Promise<void>>();
  private readonly leaving = new AbortController();

  private readonly onFailure: (thrown: unknown) => void;

  /** `onFailure`: the recorder does not take an answer. */
  constructor(
    reads: ServerReads,
    handle: Pick<RecorderWork, 'capture'>,
    onFailure: (thrown: unknown) => void,
  ) {
    this.reads = reads;
    this.handle = handle;
    this.onFailure = onFailure;
  }

  read(capture: RequestedCapture): void {
    const reading = this.capture(capture)
      .catch(this.onFailure)
      .finally(() => this.running.delete(reading));
    this.running.add(reading);
  }

  /** Waits `ms` for those under way, and cancels the rest. */
  async end(ms: number): Promise<void> {
    await settledWithin(ms, this.running);
    this.leaving.abort();
    await settledWithin(CANCEL_MS, this.running);
  }

  private async capture({ number, path, trigger }: RequestedCapture): Promise<void> {
    let text: string | null = null;
    let reason = '';
    try {
      if (this.running.size >= MAX_RUNNING) throw new Error('Too many captures are running.');
      ({ text } = await this.reads.get(path, ANSWER_MS, this.leaving.signal));
    } catch (thrown) {
      reason = this.leaving.signal.aborted ? 'The recording ended.' : toPortError(thrown).message;
    }
    await this.handle.capture(number, trigger, text, reason);
  }
}

/** Delays a copy so that it stays below a number of documents and bytes per second. */
import { sleep } from '../sleep.ts';

export interface Clock {
  /** In milliseconds. */
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export class RateLimit {
  private readonly documentsPerSecond: number | null;
  private readonly bytesPerSecond: number | null;
  private readonly clock: Clock;
  private due: number;

  constructor(documentsPerSecond: number | null, bytesPerSecond: number | null, clock: Clock) {
    this.documentsPerSecond = documentsPerSecond;
    this.bytesPerSecond = bytesPerSecond;
    this.clock = clock;
    this.due = clock.now();
  }

  /** Waits as long as this many documents and bytes take at the limits. A slow copy saves up no time. */
  async pass(documents: number, bytes: number, signal: AbortSignal): Promise<void> {
    const seconds = Math.max(
      this.documentsPerSecond === null ? 0 : documents / this.documentsPerSecond,
      this.bytesPerSecond === null ? 0 : bytes / this.bytesPerSecond,
    );
    if (seconds === 0) return;
    this.due += seconds * 1000;
    const wait = this.due - this.clock.now();
    if (wait > 0) await this.clock.sleep(wait, signal);
    else this.due = this.clock.now();
  }

  /** The most documents of a part or batch that take at most this long at the limit. */
  within(seconds: number, most: number): number {
    return this.documentsPerSecond === null
      ? most
      : Math.max(1, Math.min(most, Math.floor(this.documentsPerSecond * seconds)));
  }
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep,
};

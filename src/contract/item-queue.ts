import type { PortError } from './errors.ts';

/** A single-reader queue: items first, then the end or the error. */
export class ItemQueue<T extends object> implements AsyncIterable<T> {
  private items: T[] = [];
  private finished: { error?: PortError } | undefined;
  private wake: (() => void) | undefined;

  push(item: T): void {
    if (this.finished) return;
    this.items.push(item);
    this.wake?.();
  }

  end(): void {
    this.finished ??= {};
    this.wake?.();
  }

  /** Items that came before the failure are still read. */
  fail(error: PortError): void {
    this.finished ??= { error };
    this.wake?.();
  }

  /** The reader itself gave up: what is queued is dropped. */
  abandon(error: PortError): void {
    this.items = [];
    this.fail(error);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      // Never more than a stream's window is queued, so taking from the front costs nothing.
      const [item] = this.items.splice(0, 1);
      if (item !== undefined) {
        yield item;
      } else if (this.finished?.error) {
        throw this.finished.error;
      } else if (this.finished) {
        return;
      } else {
        await new Promise<void>((resolve) => (this.wake = resolve));
        this.wake = undefined;
      }
    }
  }
}

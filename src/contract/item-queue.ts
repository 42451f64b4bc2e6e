import type { PortError } from './errors.ts';

/** A single-reader queue: the items, then the end or the error. */
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

  /** Items queued before the failure can still be read. */
  fail(error: PortError): void {
    this.finished ??= { error };
    this.wake?.();
  }

  /** The reader stopped: queued items are dropped. */
  abandon(error: PortError): void {
    this.items = [];
    this.fail(error);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      // The queue is never longer than a stream's window, so removing from the front is cheap.
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

import type { PortError } from './errors.ts';

/** A single-reader queue: items first, then the end or the error. */
export class ItemQueue<T> implements AsyncIterable<T> {
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

  /** Items already queued are dropped: after a failure or a cancel nobody wants them. */
  fail(error: PortError): void {
    if (this.finished) return;
    this.finished = { error };
    this.items = [];
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const batch = this.items;
      this.items = [];
      for (const item of batch) yield item;
      if (this.items.length > 0) continue;
      if (this.finished?.error) throw this.finished.error;
      if (this.finished) return;
      await new Promise<void>((resolve) => (this.wake = resolve));
      this.wake = undefined;
    }
  }
}

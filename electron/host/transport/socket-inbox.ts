/**
 * Received items that nobody has read yet: limited, so that a slow reader slows the sender instead of filling
 * memory.
 */
import { PortError } from '../../../src/contract/index.ts';
import type { SocketItem } from './transport.ts';

const HIGH_WATER_ITEMS = 256;
const HIGH_WATER_CHARACTERS = 8 * 1024 * 1024;
/** A sender that cannot be paused is closed at this limit. */
const HARD_LIMIT_CHARACTERS = 64 * 1024 * 1024;

export interface Flow {
  pause(): void;
  resume(): void;
}

export class SocketInbox implements AsyncIterable<SocketItem> {
  private readonly flow: Flow;
  private readonly onLeave: () => void;
  private items: SocketItem[] = [];
  private characters = 0;
  private paused = false;
  private finished: { error?: PortError } | undefined;
  private wake: (() => void) | undefined;

  constructor(flow: Flow, onLeave: () => void) {
    this.flow = flow;
    this.onLeave = onLeave;
  }

  /** RavenDB's heartbeat is a frame of CR LF. */
  receive(text: string): void {
    if (this.finished) return;
    if (text.trim() === '') {
      if (this.items.at(-1)?.kind !== 'heartbeat') this.items.push({ kind: 'heartbeat' });
    } else {
      this.items.push({ kind: 'text', text });
      this.characters += text.length;
    }
    if (this.characters > HARD_LIMIT_CHARACTERS)
      this.fail(
        new PortError({
          code: 'too-large',
          message: 'The live feed sends faster than it can be shown and was closed. Reopen it to continue.',
          retryable: true,
        }),
      );
    else if (
      !this.paused &&
      (this.items.length >= HIGH_WATER_ITEMS || this.characters >= HIGH_WATER_CHARACTERS)
    ) {
      this.paused = true;
      this.flow.pause();
    }
    this.wake?.();
  }

  end(): void {
    this.finished ??= {};
    this.wake?.();
  }

  fail(error: PortError): void {
    this.finished ??= { error };
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SocketItem> {
    try {
      for (;;) {
        const item = this.items.shift();
        if (item) {
          if (item.kind === 'text') this.characters -= item.text.length;
          if (
            this.paused &&
            this.items.length < HIGH_WATER_ITEMS / 2 &&
            this.characters < HIGH_WATER_CHARACTERS / 2
          ) {
            this.paused = false;
            this.flow.resume();
          }
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
    } finally {
      this.onLeave();
    }
  }
}

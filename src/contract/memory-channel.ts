import type { Channel } from './channel.ts';

/** Two ends in one process. Frames are copied as JSON, like a real transport, and arrive asynchronously. */
export function memoryChannelPair(): [Channel, Channel] {
  const left = new MemoryChannel();
  const right = new MemoryChannel();
  left.peer = right;
  right.peer = left;
  return [left, right];
}

class MemoryChannel implements Channel {
  peer: MemoryChannel | undefined;
  private frameListener: ((frame: unknown) => void) | undefined;
  private closeListener: ((reason: string) => void) | undefined;
  private early: unknown[] = [];
  private open = true;

  send(frame: unknown): void {
    if (!this.open) return;
    const text = JSON.stringify(frame);
    queueMicrotask(() => this.peer?.deliver(JSON.parse(text)));
  }

  onFrame(listener: (frame: unknown) => void): void {
    this.frameListener = listener;
    for (const frame of this.early.splice(0)) listener(frame);
  }

  onClose(listener: (reason: string) => void): void {
    this.closeListener = listener;
  }

  close(): void {
    if (!this.open) return;
    this.open = false;
    queueMicrotask(() => this.peer?.closedByPeer());
  }

  private deliver(frame: unknown): void {
    if (!this.open) return;
    if (this.frameListener) this.frameListener(frame);
    else this.early.push(frame);
  }

  private closedByPeer(): void {
    if (!this.open) return;
    this.open = false;
    this.closeListener?.('The other side closed the connection.');
  }
}

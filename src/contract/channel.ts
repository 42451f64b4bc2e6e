/**
 * The interface of a transport. Frames are plain JSON values, delivered in order and without loss while it is open.
 * Implementations: Electron MessagePort, WebSocket (serve mode), memory (tests).
 */
export interface Channel {
  send(frame: unknown): void;
  /** Frames that arrive before a listener is set are queued for it. */
  onFrame(listener: (frame: unknown) => void): void;
  onClose(listener: (reason: string) => void): void;
  close(): void;
}

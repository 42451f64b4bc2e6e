/**
 * What a transport must offer. Frames are plain JSON values; order is kept; nothing is lost while it is open.
 * Implementations: Electron MessagePort, WebSocket (serve mode), memory (tests).
 */
export interface Channel {
  send(frame: unknown): void;
  /** Frames that arrive before a listener is set are kept for it. */
  onFrame(listener: (frame: unknown) => void): void;
  onClose(listener: (reason: string) => void): void;
  close(): void;
}

/** A channel over a MessagePort of a utility process. */
import type { Channel } from '../../src/contract/index.ts';

/** The used part of Electron's MessagePortMain. */
export interface HostPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  start(): void;
  close(): void;
}

export function portChannel(port: HostPort): Channel {
  let open = true;
  return {
    send(frame) {
      if (open) port.postMessage(frame);
    },
    onFrame(listener) {
      port.on('message', ({ data }) => {
        if (open) listener(data);
      });
      // The port queues messages until it is started.
      port.start();
    },
    onClose(listener) {
      port.on('close', () => {
        if (!open) return;
        open = false;
        listener('The window closed the connection.');
      });
    },
    close() {
      open = false;
      port.close();
    },
  };
}

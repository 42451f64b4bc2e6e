import type { Channel } from '../../contract/index.ts';

/** The part of the DOM's MessagePort that is used; a worker's port in the tests has it too. */
export interface WindowPort {
  postMessage(message: unknown): void;
  addEventListener(type: 'message' | 'close', listener: (event: Event) => void): void;
  start(): void;
  close(): void;
}

/** A port as the window holds it. `lose` is for news from elsewhere that the other side is gone. */
export function messagePortChannel(port: WindowPort): {
  channel: Channel;
  lose: (reason: string) => void;
} {
  let closedReason: string | undefined;
  let closedByUs = false;
  let closeListener: ((reason: string) => void) | undefined;

  const lose = (reason: string): void => {
    if (closedReason !== undefined || closedByUs) return;
    closedReason = reason;
    port.close();
    closeListener?.(reason);
  };
  // Electron tells of a vanished other side by this event, also when its process crashed.
  port.addEventListener('close', () => lose('The host closed the connection.'));

  const channel: Channel = {
    send(frame) {
      if (closedReason === undefined && !closedByUs) port.postMessage(frame);
    },
    onFrame(listener) {
      port.addEventListener('message', (event) => {
        if (closedReason === undefined && !closedByUs && 'data' in event) listener(event.data);
      });
      // Until it is started the port keeps what arrives.
      port.start();
    },
    onClose(listener) {
      closeListener = listener;
      if (closedReason !== undefined) listener(closedReason);
    },
    close() {
      closedByUs = true;
      port.close();
    },
  };
  return { channel, lose };
}

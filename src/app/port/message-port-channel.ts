import type { Channel } from '../../contract/index.ts';

/** The used part of the DOM's MessagePort; a worker's port in the tests has it too. */
export interface WindowPort {
  postMessage(message: unknown): void;
  addEventListener(type: 'message' | 'close', listener: (event: Event) => void): void;
  start(): void;
  close(): void;
}

/**
 * A channel over the window's end of a MessagePort. `lose` reports a disconnect that the port itself does not see.
 */
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
  // Electron sends this event when the other side is gone, also after a crash.
  port.addEventListener('close', () => lose('The host closed the connection.'));

  const channel: Channel = {
    send(frame) {
      if (closedReason === undefined && !closedByUs) port.postMessage(frame);
    },
    onFrame(listener) {
      port.addEventListener('message', (event) => {
        if (closedReason === undefined && !closedByUs && 'data' in event) listener(event.data);
      });
      // A MessagePort queues messages until it is started.
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

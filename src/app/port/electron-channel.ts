import {
  bridgeMessage,
  PortError,
  type BridgeMessage,
  type Channel,
  type RookeryBridge,
} from '../../contract/index.ts';
import { messagePortChannel } from './message-port-channel.ts';

let lastRequest = 0;

/** Requests a port to the host from the main process and waits for it. */
export function openElectronChannel(bridge: RookeryBridge): Promise<Channel> {
  const request = ++lastRequest;
  return new Promise((resolve, reject) => {
    let lost: ((reason: string) => void) | undefined;
    const stop = listen((message, port) => {
      if (message.rookery === 'host-gone') {
        if (lost === undefined) return;
        stop();
        lost(message.message);
      } else if (
        message.rookery === 'open-link' ||
        message.rookery === 'open-server' ||
        message.rookery === 'open-file'
      ) {
        return;
      } else if (message.request !== request) {
        return;
      } else if (message.rookery === 'no-port') {
        stop();
        reject(new PortError({ code: 'closed', message: message.message, retryable: true }));
      } else if (port !== undefined) {
        const { channel, lose } = messagePortChannel(port);
        lost = lose;
        resolve(channel);
      }
    });
    bridge.requestPort(request);
  });
}

function listen(receive: (message: BridgeMessage, port: MessagePort | undefined) => void): () => void {
  const listener = (event: MessageEvent): void => {
    // Accepts messages only from this window's preload script, not from frames or other windows.
    if (event.source !== window || event.origin !== window.location.origin) return;
    const message = bridgeMessage.safeParse(event.data);
    if (message.success) receive(message.data, event.ports[0]);
  };
  window.addEventListener('message', listener);
  return () => window.removeEventListener('message', listener);
}

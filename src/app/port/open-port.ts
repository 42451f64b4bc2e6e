import { connectPort, type Port, type RookeryBridge } from '../../contract/index.ts';
import { openElectronChannel } from './electron-channel.ts';
import { openWebSocketChannel } from './websocket-channel.ts';

declare global {
  interface Window {
    /** Put there by the preload script; absent in a browser. */
    readonly rookery?: RookeryBridge;
  }
}

/** A port to the host, whichever way this page is shown. Not shared and not reconnected: see README. */
export async function openPort(): Promise<Port> {
  const bridge = window.rookery;
  if (bridge) return connectPort(await openElectronChannel(bridge));
  const address = new URL('port', window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return connectPort(await openWebSocketChannel(address.href));
}

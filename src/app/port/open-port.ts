import { connectPort, type Port, type RookeryBridge } from '../../contract/index.ts';
import { openElectronChannel } from './electron-channel.ts';
import { openWebSocketChannel } from './websocket-channel.ts';

declare global {
  interface Window {
    /** Set by the preload script; undefined in a browser. */
    readonly rookery?: RookeryBridge;
  }
}

/** Opens a port to the host, in Electron or in a browser. Not shared and not reconnected: see README. */
export async function openPort(): Promise<Port> {
  const bridge = window.rookery;
  if (bridge) return connectPort(await openElectronChannel(bridge));
  const address = new URL('port', window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return connectPort(await openWebSocketChannel(address.href));
}

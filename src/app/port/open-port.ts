import {
  connectPort,
  offeredProtocols,
  PortError,
  type Port,
  type RookeryBridge,
} from '../../contract/index.ts';
import { openElectronChannel } from './electron-channel.ts';
import { keptKey, keyOfOtherTab, shareKey } from './session-key.ts';
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
  const own = keptKey();
  if (own !== null) {
    try {
      return await openWith(own);
    } catch (thrown) {
      // Rookery was started again: a tab that was opened since then has the key that counts now.
      const other = await keyOfOtherTab();
      if (other === null || other === own) throw thrown;
      return openWith(other);
    }
  }
  const other = await keyOfOtherTab();
  if (other !== null) return openWith(other);
  throw new PortError({
    code: 'closed',
    message:
      'This tab has no access to Rookery. Open Rookery in another tab of this browser, or press Enter in the terminal where Rookery runs and open the address that it prints.',
    retryable: true,
  });
}

async function openWith(key: string): Promise<Port> {
  const address = new URL('port', window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const port = connectPort(await openWebSocketChannel(address.href, offeredProtocols(key)));
  const stopSharing = shareKey(key);
  void port.closed.then(stopSharing);
  return port;
}

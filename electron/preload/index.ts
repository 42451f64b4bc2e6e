/**
 * The only bridge: requests a port to the host from the main process and passes it to the window. See README.md.
 */
import { contextBridge, ipcRenderer } from 'electron';
import type { BridgeMessage, RookeryBridge } from '../../src/contract/index.ts';

const bridge: RookeryBridge = {
  requestPort: (request) => ipcRenderer.send('rookery:request-port', request),
};
contextBridge.exposeInMainWorld('rookery', bridge);

// A MessagePort cannot cross the bridge as a value: it is transferred with a message to this window.
ipcRenderer.on('rookery:to-window', (event, message: BridgeMessage) =>
  window.postMessage(message, window.location.origin, event.ports),
);

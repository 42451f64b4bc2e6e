/** The one bridge: asks the main process for a port to the host and hands it to the window. See README.md. */
import { contextBridge, ipcRenderer } from 'electron';
import type { BridgeMessage, RookeryBridge } from '../../src/contract/index.ts';

const bridge: RookeryBridge = {
  requestPort: (request) => ipcRenderer.send('rookery:request-port', request),
};
contextBridge.exposeInMainWorld('rookery', bridge);

// A MessagePort cannot cross the bridge as a value: it travels with a message to this very window.
ipcRenderer.on('rookery:to-window', (event, message: BridgeMessage) =>
  window.postMessage(message, window.location.origin, event.ports),
);

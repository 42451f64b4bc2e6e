/** Responds to the preload script: opens a port to the host for a window, after checking its origin. */
import { ipcMain, MessageChannelMain, webContents, type WebFrameMain } from 'electron';
import { z } from 'zod';
import type { BridgeMessage } from '../../src/contract/index.ts';
import type { HostProcess } from './host-process.ts';
import type { OpenRequests } from './open-requests.ts';
import { isOwnAddress } from './own-address.ts';

const requestNumber = z.number().int();

export function answerBridge(
  host: HostProcess,
  openRequests: OpenRequests,
  onProblem: (doing: string, cause: unknown) => void,
): void {
  ipcMain.on('rookery:request-port', (event, number: unknown) => {
    const request = requestNumber.safeParse(number);
    if (!isOwnMainFrame(event.senderFrame) || !request.success) {
      onProblem('answer a page that is not Rookery', event.senderFrame?.url);
      return;
    }
    const { port1, port2 } = new MessageChannelMain();
    host.give(port2).then(
      () => {
        send(event.sender, { rookery: 'port', request: request.data }, [port1]);
        // A page with a port listens for what it shall open.
        for (const each of openRequests.take()) send(event.sender, each);
      },
      (cause: unknown) => {
        port1.close();
        const message = cause instanceof Error ? cause.message : String(cause);
        send(event.sender, { rookery: 'no-port', request: request.data, message });
      },
    );
  });
}

export function tellWindows(message: BridgeMessage): void {
  for (const contents of webContents.getAllWebContents())
    if (isOwnAddress(contents.getURL())) send(contents, message);
}

function send(
  contents: Electron.WebContents,
  message: BridgeMessage,
  ports: Electron.MessagePortMain[] = [],
): void {
  if (!contents.isDestroyed()) contents.postMessage('rookery:to-window', message, ports);
}

function isOwnMainFrame(frame: WebFrameMain | null): boolean {
  return frame !== null && frame.parent === null && isOwnAddress(frame.url);
}

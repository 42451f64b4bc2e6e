/**
 * Lets Playwright drive a packed program: Electron has no inspector in packages (a fuse), and its DevTools endpoint lacks
 * the browser contexts that Playwright configures first. Those requests are answered here, all others pass.
 */
import { createServer, type Server } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';

const versionAnswer = z.object({ webSocketDebuggerUrl: z.string() });
const request = z.looseObject({ id: z.number(), method: z.string(), sessionId: z.string().optional() });

/** Electron answers these with "not supported"; without contexts they have nothing to do. */
const ANSWERED = new Set(['Browser.setDownloadBehavior']);

export interface DevtoolsProxy {
  /** For `chromium.connectOverCDP`. */
  readonly url: string;
  close(): void;
}

/** `port` is the program's `--remote-debugging-port`. Fails when it does not answer within `waitMs`. */
export async function startDevtoolsProxy(port: number, waitMs: number): Promise<DevtoolsProxy> {
  const target = await browserAddress(port, performance.now() + waitMs);
  const server: Server = createServer();
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (client) => {
    const browser = new WebSocket(target, { perMessageDeflate: false });
    const pending: string[] = [];
    browser.on('open', () => pending.splice(0).forEach((text) => browser.send(text)));
    browser.on('message', (data: Buffer) => client.send(data.toString()));
    browser.on('close', () => client.close());
    browser.on('error', () => client.close());
    client.on('close', () => browser.close());
    client.on('message', (data: Buffer) => {
      const text = data.toString();
      const { id, method, sessionId } = request.parse(JSON.parse(text));
      if (ANSWERED.has(method)) client.send(JSON.stringify({ id, sessionId, result: {} }));
      else if (browser.readyState === WebSocket.OPEN) browser.send(text);
      else pending.push(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `ws://127.0.0.1:${address.port}`,
    close: () => {
      for (const client of sockets.clients) client.terminate();
      server.close();
    },
  };
}

async function browserAddress(port: number, until: number): Promise<string> {
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/json/version`);
      return versionAnswer.parse(await answer.json()).webSocketDebuggerUrl;
    } catch (cause) {
      if (performance.now() > until)
        throw new Error(`The program does not answer on its DevTools port ${port}.`, { cause });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

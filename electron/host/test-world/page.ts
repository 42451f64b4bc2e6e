/** A page that sends what it likes through the port of a whole host. */
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import {
  connectPort,
  memoryChannelPair,
  servePort,
  type ConnectionMode,
  type HttpMethod,
  type HttpResponse,
} from '../../../src/contract/index.ts';
import { createHost } from '../host.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface Extras {
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

export interface Page {
  send(method: HttpMethod, path: string, extras?: Extras): Promise<HttpResponse>;
  /** Resolves when the server ends the feed; nothing may arrive on it. */
  openSocket(path: string): Promise<void>;
}

export async function pageConnectedTo(url: string, mode: ConnectionMode): Promise<Page> {
  const folder = await temporaryFolder();
  const host = await createHost({
    dataFolder: folder,
    surface: 'memory',
    addonPath: join(folder, 'none.node'),
    stackcapPath: join(folder, 'none'),
    version: '1',
  });
  const [window, other] = memoryChannelPair();
  servePort(other, host.handlers);
  const port = connectPort(window);
  onTestFinished(async () => {
    port.close();
    await host.close();
  });
  const { connection } = await port.call('connections.save', {
    connection: { kind: 'server', name: 'Live', colour: 'red', mode, url },
  });
  return {
    send: (method, path, extras = {}) =>
      port.call('http.request', { connection: connection.id, method, path, ...extras }),
    openSocket: async (path) => {
      for await (const item of port.open('socket', { connection: connection.id, path }))
        expect.unreachable(item.kind);
    },
  };
}

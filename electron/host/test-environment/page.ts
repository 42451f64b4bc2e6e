/** A page that sends arbitrary requests through the port of a whole host. */
import { expect } from 'vitest';
import type { ConnectionMode, HttpMethod, HttpResponse } from '../../../src/contract/index.ts';
import { hostOn } from './host-port.ts';
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
  const port = await hostOn(await temporaryFolder());
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

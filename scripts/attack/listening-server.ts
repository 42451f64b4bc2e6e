/** A server that the window should not reach, or only with reads. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ListeningServer {
  readonly url: string;
  readonly received: string[];
  readonly close: () => Promise<void>;
}

/** Answers every request and remembers its first line and body. */
export async function listeningServer(): Promise<ListeningServer> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      received.push(`${request.method ?? ''} ${request.url ?? ''} ${body}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"Results":[]}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

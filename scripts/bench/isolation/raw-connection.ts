/** A connection that sends prepared requests: it costs the measuring process less than node:http. */
import { connect } from 'node:net';
import { completeResponse } from './response.ts';

export interface RawConnection {
  /** Sends one request and waits for its response; a status of 400 or more is an error. One at a time. */
  request(message: Buffer | string): Promise<void>;
  close(): void;
}

/** A server that sends nothing for so long has failed. */
const PATIENCE_MS = 120_000;

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (cause: Error) => void;
}

export async function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let bytes = Buffer.alloc(0);
  let waiting: Waiting | undefined;
  const settle = (use: (one: Waiting) => void): void => {
    const one = waiting;
    waiting = undefined;
    if (one) use(one);
  };
  const fail = (cause: Error): void => {
    settle(({ reject }) => reject(cause));
    socket.destroy();
  };
  socket
    .on('data', (part) => {
      bytes = bytes.length === 0 ? part : Buffer.concat([bytes, part]);
      try {
        const response = completeResponse(bytes);
        if (!response) return;
        const { status, body, length } = response;
        if (length !== bytes.length) throw new Error('the server sent more than one response');
        if (status >= 400) throw new Error(`status ${status}: ${body.toString('utf8', 0, 500)}`);
        bytes = Buffer.alloc(0);
        settle(({ resolve }) => resolve());
      } catch (thrown) {
        fail(thrown instanceof Error ? thrown : new Error(String(thrown)));
      }
    })
    .on('error', fail)
    .on('close', () => fail(new Error(`${url} closed the connection`)))
    .setTimeout(PATIENCE_MS, () =>
      fail(
        new Error(
          `${url} sent nothing for ${PATIENCE_MS / 1000} s, after ${bytes.length} bytes of a response`,
        ),
      ),
    );
  return {
    request: (message) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) {
          reject(new Error(`${url} closed the connection`));
          return;
        }
        waiting = { resolve, reject };
        socket.write(message);
      }),
    close: () => socket.destroy(),
  };
}

/** The text of a request. */
export function requestText(url: string, method: string, path: string, body?: string): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n`;
  return body === undefined
    ? `${head}\r\n`
    : `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

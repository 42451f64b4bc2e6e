/** Bodies that are sent while they are read, to servers that are slow, answer early or close the connection. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Exchange } from './http-exchange.ts';
import { uploadHttp } from './http-upload.ts';

const PIECE = 256 * 1024;

async function uploading(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  pieces: number,
) {
  const server = http.createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = new http.Agent({ keepAlive: true });
  onTestFinished(() => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  const state = { produced: 0, stopped: false };
  // An async iterable like a file.
  // eslint-disable-next-line @typescript-eslint/require-await
  async function* body(): AsyncGenerator<Buffer> {
    try {
      while (state.produced < pieces * PIECE) {
        state.produced += PIECE;
        yield Buffer.alloc(PIECE);
      }
    } finally {
      state.stopped = true;
    }
  }
  const abort = new AbortController();
  const length = pieces * PIECE;
  const result = uploadHttp(
    {
      url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/import`),
      method: 'POST',
      headers: { 'content-length': String(length) },
      body: undefined,
      agent,
      connectMs: 10_000,
      silenceMs: 10_000,
      maxBytes: 1024,
      signal: abort.signal,
    },
    { length, pieces: body() },
  );
  return { state, abort, result };
}

it('reads no further than the server takes', async () => {
  let received = 0;
  let largestGap = 0;
  const upload = uploading((request, response) => {
    void upload.then(({ state }) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
        largestGap = Math.max(largestGap, state.produced - received);
      });
      request.on('end', () => response.end('done'));
    });
  }, 400);
  const { result } = await upload;
  expect(await result).toMatchObject({ status: 200, body: Buffer.from('done') });
  expect(received).toBe(400 * PIECE);
  // What the sockets of both ends hold, of a body of 100 MB.
  expect(largestGap).toBeLessThan(30 * 1024 * 1024);
});

it('returns an answer that comes before the end of the body, and stops the body', async () => {
  const { result, state } = await uploading((request, response) => {
    request.once('data', () => response.writeHead(500).end('refused'));
  }, 10_000);
  expect(await result).toMatchObject({ status: 500, body: Buffer.from('refused') });
  expect(state.produced).toBeLessThan(10_000 * PIECE);
  await expect.poll(() => state.stopped).toBe(true);
});

it('says that the server may have received a cancelled body', async () => {
  const { result, abort } = await uploading((request) => {
    request.once('data', () => abortNow());
  }, 10_000);
  const abortNow = (): void => abort.abort();
  await expect(result).rejects.toMatchObject({
    code: 'cancelled',
    message: expect.stringContaining('check before you repeat it') as unknown,
  });
});

/** An upload to a server that reads all of it. */
async function toReader(length: number, pieces: AsyncIterable<Buffer>) {
  const server = http.createServer((request, response) => {
    request.resume().once('end', () => response.end('done'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const parts: Exchange = {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/import`),
    method: 'POST',
    headers: { 'content-length': String(length) },
    body: undefined,
    agent: new http.Agent(),
    connectMs: 10_000,
    silenceMs: 10_000,
    maxBytes: 1024,
    signal: new AbortController().signal,
  };
  return uploadHttp(parts, { length, pieces });
}

it('keeps neither the pieces that were sent nor their listeners', async () => {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const spy = vi.spyOn(http, 'request');
  onTestFinished(() => spy.mockRestore());
  const pieces: WeakRef<Buffer>[] = [];
  const listeners = new Set<number>();
  const alive = (): number => {
    collect();
    return pieces.filter((piece) => piece.deref() !== undefined).length;
  };
  const made = (): Buffer => {
    const piece = Buffer.alloc(PIECE);
    pieces.push(new WeakRef(piece));
    return piece;
  };
  async function* body(): AsyncGenerator<Buffer> {
    for (let count = 0; count < 200; count++) {
      yield made();
      const request = spy.mock.results[0]?.value as http.ClientRequest;
      for (const event of ['drain', 'response', 'close']) listeners.add(request.listenerCount(event));
    }
    // The server answers after the last byte only.
    await expect.poll(alive).toBeLessThan(20);
    yield Buffer.from('x');
  }
  expect(await toReader(200 * PIECE + 1, body())).toMatchObject({ status: 200 });
  expect(Math.max(...listeners)).toBeLessThan(5);
});

it('fails when the body cannot be read', async () => {
  // eslint-disable-next-line @typescript-eslint/require-await
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('a');
    throw new Error('The disk failed');
  }
  await expect(toReader(10, broken())).rejects.toMatchObject({
    message: expect.stringContaining('The disk failed') as unknown,
  });
});

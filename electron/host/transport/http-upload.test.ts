/** Bodies that are sent while they are read, to servers that are slow, answer early or leave. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
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
  const state = { produced: 0, left: false };
  // An async iterable like a file.
  // eslint-disable-next-line @typescript-eslint/require-await
  async function* body(): AsyncGenerator<Buffer> {
    try {
      while (state.produced < pieces * PIECE) {
        state.produced += PIECE;
        yield Buffer.alloc(PIECE);
      }
    } finally {
      state.left = true;
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

it('returns an answer that comes before the end of the body, and leaves the body', async () => {
  const { result, state } = await uploading((request, response) => {
    request.once('data', () => response.writeHead(500).end('refused'));
  }, 10_000);
  expect(await result).toMatchObject({ status: 500, body: Buffer.from('refused') });
  expect(state.produced).toBeLessThan(10_000 * PIECE);
  await expect.poll(() => state.left).toBe(true);
});

it('says that the server may have received a cancelled body', async () => {
  const { result, abort } = await uploading((request) => {
    request.once('data', () => abortNow());
  }, 10_000);
  const abortNow = (): void => abort.abort();
  await expect(result).rejects.toMatchObject({
    code: 'cancelled',
    message: expect.stringContaining('look before you repeat it') as unknown,
  });
});

it('fails when the body cannot be read', async () => {
  const server = http.createServer((request) => request.resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // eslint-disable-next-line @typescript-eslint/require-await
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('a');
    throw new Error('The disk failed');
  }
  const result = uploadHttp(
    {
      url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/import`),
      method: 'POST',
      headers: { 'content-length': '10' },
      body: undefined,
      agent: new http.Agent(),
      connectMs: 10_000,
      silenceMs: 10_000,
      maxBytes: 1024,
      signal: new AbortController().signal,
    },
    { length: 10, pieces: broken() },
  );
  await expect(result).rejects.toMatchObject({
    message: expect.stringContaining('The disk failed') as unknown,
  });
});

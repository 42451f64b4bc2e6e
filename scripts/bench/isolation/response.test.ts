import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openConnection, requestText } from './raw-connection.ts';
import { completeResponse } from './response.ts';

const chunkedText =
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;a=b\r\n\r\n\r\nab\r\n0\r\n\r\n';
const withLength = 'HTTP/1.1 201 Created\r\ncontent-length: 2\r\nX: y\r\n\r\nok';

describe('a response', () => {
  it.each([
    ['with a length', withLength, 201, 'ok'],
    ['in chunks', chunkedText, 200, 'hello\r\n\r\nab'],
    ['without a body', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
  ])('%s is complete with its last byte', (_, text, status, body) => {
    const bytes = Buffer.from(text);
    for (let length = 0; length < bytes.length; length++)
      expect(completeResponse(bytes.subarray(0, length))).toBeUndefined();
    const read = completeResponse(Buffer.concat([bytes, Buffer.from('next')]));
    expect(read).toMatchObject({ status, length: bytes.length });
    expect(read?.body.toString()).toBe(body);
  });

  it.each([
    ['SSH-2.0-x\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'],
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\naXX'],
  ])('that cannot be read is an error: %j', (text) => {
    expect(() => completeResponse(Buffer.from(text))).toThrow();
  });
});

describe('a raw connection', () => {
  const closing: (() => void)[] = [];
  afterEach(() => closing.splice(0).forEach((close) => close()));

  const serving = (answer: (socket: Socket) => void): Promise<string> =>
    new Promise((resolve) => {
      const server = createServer((socket) => socket.on('data', () => answer(socket)));
      closing.push(() => server.close());
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(`http://127.0.0.1:${typeof address === 'object' ? String(address?.port) : ''}`);
      });
    });

  const request = async (url: string, times = 1): Promise<void> => {
    const connection = await openConnection(url);
    closing.push(() => connection.close());
    for (let turn = 0; turn < times; turn++) await connection.request(requestText(url, 'GET', '/'));
  };

  it('sends one request after the other', async () => {
    let answered = 0;
    const url = await serving((socket) => socket.write(answered++ % 2 === 0 ? chunkedText : withLength));
    await request(url, 5);
    expect(answered).toBe(5);
  });

  it('rejects a failed request with its status and text', async () => {
    const url = await serving((socket) =>
      socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone'),
    );
    await expect(request(url)).rejects.toThrow('status 404: none');
  });

  it('rejects when the server closes the connection', async () => {
    const url = await serving((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nno'));
    await expect(request(url)).rejects.toThrow('closed the connection');
  });
});

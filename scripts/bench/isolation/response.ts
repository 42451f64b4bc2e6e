/** The least that is needed to read HTTP responses from a socket: status, and where the body begins and ends. */

export interface Response {
  readonly status: number;
  readonly body: Buffer;
  /** Bytes of head and body. */
  readonly length: number;
}

/** A larger response is an error. */
const MAX_BYTES = 64 << 20;
const HEAD_END = '\r\n\r\n';

/** The response at the start of these bytes, or undefined while it is incomplete. */
export function completeResponse(bytes: Buffer): Response | undefined {
  if (bytes.length > MAX_BYTES) throw new Error(`a response of more than ${MAX_BYTES} bytes`);
  const headEnd = bytes.indexOf(HEAD_END, 0, 'latin1');
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  if (Number.isNaN(status)) throw new Error(`not an HTTP response: ${head.slice(0, 200)}`);
  const start = headEnd + HEAD_END.length;
  if (status === 204 || status === 304) return { status, body: Buffer.alloc(0), length: start };
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) {
    const end = start + Number(length);
    return bytes.length < end ? undefined : { status, body: bytes.subarray(start, end), length: end };
  }
  if (!/\r\ntransfer-encoding: *chunked/i.test(head))
    throw new Error(`a response with neither a length nor chunks: ${head.slice(0, 500)}`);
  return chunked(bytes, start, status);
}

function chunked(bytes: Buffer, start: number, status: number): Response | undefined {
  const parts: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at, 'latin1');
    if (lineEnd < 0) return undefined;
    const text = bytes.toString('latin1', at, lineEnd);
    const size = /^[\da-f]+(?=;|$)/i.exec(text)?.[0];
    if (size === undefined) throw new Error(`not the size of a chunk: ${text.slice(0, 100)}`);
    const [from, to] = [lineEnd + 2, lineEnd + 2 + Number.parseInt(size, 16)];
    // Each chunk ends with a line break, and so does the body after its last chunk. Trailers are not expected.
    if (bytes.length < to + 2) return undefined;
    if (bytes.toString('latin1', to, to + 2) !== '\r\n') throw new Error('a chunk without its end');
    if (to === from) return { status, body: Buffer.concat(parts), length: to + 2 };
    parts.push(bytes.subarray(from, to));
    at = to + 2;
  }
}

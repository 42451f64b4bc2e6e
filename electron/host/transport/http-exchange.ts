/** One HTTP exchange over node:http or node:https: limits, timeouts, decoding, cancellation. */
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { PortError } from '../../../src/contract/index.ts';
import { decoderFor } from './content-decoding.ts';
import { networkError } from './network-errors.ts';

export interface Exchange {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  readonly agent: http.Agent;
  readonly connectMs: number;
  /** Maximum silence: until the first byte of the response, and between bytes. */
  readonly silenceMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Why a new connection was closed, if its route knows. */
  readonly explain?: (socket: unknown) => Promise<PortError | undefined>;
}

export interface ExchangeResult {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  /** The lines of `Set-Cookie`: secrets of the connection, for the sign-in only. */
  readonly cookies: readonly string[];
}

/** The server closed a kept-alive connection while the request was sent: safe to retry for reads. */
export class StaleConnection extends Error {}

export function exchange(parts: Exchange): Promise<ExchangeResult> {
  const where = parts.url.origin;
  const request = (parts.url.protocol === 'https:' ? https : http).request(parts.url, {
    method: parts.method,
    headers: parts.headers,
    agent: parts.agent,
  });
  // Our decision ends the request; later stream events are consequences of it.
  let verdict: PortError | undefined;
  // At once: a request without a socket reports its end only after the connection was opened.
  let end: (error: PortError) => void = () => undefined;
  const stop = (error: PortError): void => {
    verdict ??= error;
    request.destroy(error);
    end(verdict);
  };
  const onAbort = (): void =>
    stop(new PortError({ code: 'cancelled', message: cancelled(where, parts.method) }));

  request.setTimeout(parts.silenceMs, () => stop(tooSlow(where, parts.silenceMs, 'did not respond')));
  request.once('socket', (socket) => limitConnecting(socket, parts, stop));

  return new Promise<ExchangeResult>((resolve, reject) => {
    end = reject;
    const fail = (thrown: unknown): void => {
      if (verdict === undefined && request.reusedSocket && isReset(thrown)) reject(new StaleConnection());
      else reasonOf(request, parts, verdict ?? networkError(thrown, where)).then(reject, reject);
    };
    request.on('error', fail);
    request.once('response', (response) => {
      readBody(response, parts.maxBytes, where, stop).then((body) => {
        resolve({
          status: response.statusCode ?? 0,
          headers: flatHeaders(response),
          body,
          cookies: response.headers['set-cookie'] ?? [],
        });
      }, fail);
    });
    parts.signal.addEventListener('abort', onAbort, { once: true });
    if (parts.signal.aborted) onAbort();
    else request.end(parts.body);
  }).finally(() => parts.signal.removeEventListener('abort', onAbort));
}

/**
 * Over http a route accepts a connection, and the request on it, before it knows whether it can forward it. Its reason is
 * used for reads on a new connection without an answer only: any other request may have been executed.
 */
export async function reasonOf(
  request: http.ClientRequest,
  { method, explain }: Pick<Exchange, 'method' | 'explain'>,
  error: PortError,
): Promise<PortError> {
  const { socket, reusedSocket } = request;
  if (error.code !== 'unreachable' || (method !== 'GET' && method !== 'HEAD')) return error;
  if (reusedSocket || !(socket instanceof net.Socket) || socket.bytesRead > 0) return error;
  return (await explain?.(socket)) ?? error;
}

export function limitConnecting(
  socket: Duplex & { connecting?: boolean },
  parts: Pick<Exchange, 'url' | 'connectMs'>,
  stop: (error: PortError) => void,
) {
  if (socket.connecting !== true) return;
  const timer = setTimeout(
    () => stop(tooSlow(parts.url.origin, parts.connectMs, 'could not be reached')),
    parts.connectMs,
  );
  const ready = parts.url.protocol === 'https:' ? 'secureConnect' : 'connect';
  socket.once(ready, () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

export async function readBody(
  response: http.IncomingMessage,
  maxBytes: number,
  where: string,
  stop: (error: PortError) => void,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const refuse = (detail?: string): PortError => {
    const error = new PortError({
      code: 'too-large',
      message: `The response of ${where} is larger than ${Math.round(maxBytes / 1024 / 1024)} MB. Request less: a page, fewer fields, a filter.`,
      detail,
    });
    stop(error);
    return error;
  };
  // Before anything of it is read. A server that announces less, or nothing, is counted.
  const announced = Number(response.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw refuse(`It announced ${announced} bytes.`);
  try {
    for await (const chunk of decoded(response, where)) {
      if (!Buffer.isBuffer(chunk)) continue;
      size += chunk.length;
      if (size > maxBytes) throw refuse();
      chunks.push(chunk);
    }
  } catch (thrown) {
    if (!isCut(thrown)) throw thrown;
    throw endedEarly(where, 'its answer. The part that arrived is not used.', String(thrown));
  }
  return Buffer.concat(chunks, size);
}

export function decoded(response: http.IncomingMessage, where: string): Readable {
  let decoder: ReturnType<typeof decoderFor>;
  try {
    decoder = decoderFor(response.headers['content-encoding']);
  } catch (cause) {
    response.destroy();
    throw new PortError({
      code: 'not-ravendb',
      message: `The response of ${where} cannot be read. Check for a proxy in between.`,
      detail: String(cause),
    });
  }
  // The decoder reports errors to the reader; the callback adds nothing.
  return decoder ? pipeline(response, decoder, () => undefined) : response;
}

/**
 * As defined by the contract: lower-case names, one text each. Cookies are left out: they are secrets of the
 * connection.
 */
export function flatHeaders(response: http.IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value === undefined || name === 'set-cookie') continue;
    if (name === 'content-encoding' || name === 'content-length' || name === 'transfer-encoding') continue;
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

/** A server can execute a received request even if nobody reads the response. */
export function cancelled(where: string, method: string): string {
  const closed = `The connection to ${where} was closed.`;
  return method === 'GET' || method === 'HEAD'
    ? closed
    : `${closed} The server may still have executed the request: check before you repeat it.`;
}

export function tooSlow(where: string, ms: number, what: string): PortError {
  return new PortError({
    code: 'timeout',
    message: `${where} ${what} within ${Math.round(ms / 100) / 10} s.`,
    retryable: true,
  });
}

export function isReset(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && ['ECONNRESET', 'EPIPE'].includes(String(thrown.code));
}

/** The other side closed the connection before the end of a response. */
export function isCut(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const code = 'code' in thrown ? String(thrown.code) : '';
  return isReset(thrown) || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'Z_BUF_ERROR';
}

/** `what` ends the sentence. */
export function endedEarly(where: string, what: string, detail: string): PortError {
  return new PortError({
    code: 'unreachable',
    message: `${where} closed the connection in the middle of ${what}`,
    detail,
    retryable: true,
  });
}

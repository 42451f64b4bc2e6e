/** One HTTP request whose body is sent while it is read: for files of any size. */
import http from 'node:http';
import https from 'node:https';
import {
  cancelled,
  flatHeaders,
  limitConnecting,
  readBody,
  tooSlow,
  type Exchange,
  type ExchangeResult,
} from './http-exchange.ts';

import { PortError, toPortError } from '../../../src/contract/index.ts';
import { networkError } from './network-errors.ts';
import type { UploadBody } from './transport.ts';

export async function uploadHttp(
  parts: Exchange,
  body: UploadBody,
): Promise<Pick<ExchangeResult, 'status' | 'headers' | 'body'>> {
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
  // Listens from the beginning: a server may answer, or close, before the body is complete.
  let answered = false;
  const response = new Promise<http.IncomingMessage>((resolve, reject) => {
    end = reject;
    request.on('error', (thrown) => reject(verdict ?? networkError(thrown, where)));
    request.once('response', (incoming) => {
      answered = true;
      resolve(incoming);
    });
  });
  // Reported by the wait below.
  response.catch(() => undefined);
  parts.signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (parts.signal.aborted) onAbort();
    const ended = (): boolean => answered || request.destroyed;
    await send(request, body, ended).catch((thrown: unknown) => stop(toPortError(thrown)));
    const incoming = await response;
    const bytes = await readBody(incoming, parts.maxBytes, where, stop);
    return { status: incoming.statusCode ?? 0, headers: flatHeaders(incoming), body: bytes };
  } catch (thrown) {
    throw verdict ?? networkError(thrown, where);
  } finally {
    parts.signal.removeEventListener('abort', onAbort);
    // A server that answered before the end of the body does not read the rest.
    if (!request.writableFinished) request.destroy();
  }
}

async function send(
  request: http.ClientRequest,
  { pieces }: UploadBody,
  ended: () => boolean,
): Promise<void> {
  if (ended()) return;
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    while (!ended()) {
      const next = await unlessOver(iterator.next(), request);
      if (next === undefined || ended()) return;
      if (next.done === true) {
        request.end();
        return;
      }
      if (!request.write(next.value)) await firstOf(request, ['drain', ...OVER]);
    }
  } finally {
    // Without waiting: a reader that waits for the next piece ends only after that.
    void iterator.return?.();
  }
}

/** The events after which the server reads no more of the body. */
const OVER = ['response', 'close'] as const;

/**
 * The result of `work`, or undefined when the request is over before. Leaves no listener: with a promise that lives
 * as long as the request, `Promise.race` would keep each piece in memory.
 */
function unlessOver<T>(work: Promise<T>, request: http.ClientRequest): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const remove = listenOnce(request, OVER, () => resolve(undefined));
    void work.then(resolve, reject).finally(remove);
  });
}

function firstOf(request: http.ClientRequest, events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    listenOnce(request, events, resolve);
  });
}

/** Calls `listener` at the first of the events. Returns the removal of the listeners. */
function listenOnce(
  request: http.ClientRequest,
  events: readonly string[],
  listener: () => void,
): () => void {
  const remove = (): void => {
    for (const event of events) request.off(event, first);
  };
  const first = (): void => {
    remove();
    listener();
  };
  for (const event of events) request.once(event, first);
  return remove;
}

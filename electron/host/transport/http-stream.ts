/** One HTTP request whose response is read while it arrives: for results of any size. */
import http from 'node:http';
import https from 'node:https';
import { PortError } from '../../../src/contract/index.ts';
import {
  cancelled,
  decoded,
  endedEarly,
  flatHeaders,
  isCut,
  limitConnecting,
  reasonOf,
  tooSlow,
  type Exchange,
} from './http-exchange.ts';
import { networkError } from './network-errors.ts';
import type { StreamedResponse } from './transport.ts';

export async function openHttpStream(parts: Omit<Exchange, 'maxBytes'>): Promise<StreamedResponse> {
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
  const incoming: { response?: http.IncomingMessage } = {};
  const stop = (error: PortError): void => {
    verdict ??= error;
    request.destroy(error);
    // Destroying the request alone leaves the reader of a response that has begun waiting.
    incoming.response?.destroy(error);
    end(verdict);
  };
  const onAbort = (): void => stop(new PortError({ code: 'cancelled', message: cancelled(where, 'GET') }));
  const leave = (): void => parts.signal.removeEventListener('abort', onAbort);

  request.setTimeout(parts.silenceMs, () => stop(tooSlow(where, parts.silenceMs, 'did not respond')));
  request.once('socket', (socket) => limitConnecting(socket, parts, stop));
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    end = reject;
    // Stays: after the response has begun, errors are reported by its body.
    request.on('error', (thrown) => {
      reasonOf(request, parts, verdict ?? networkError(thrown, where)).then(reject, reject);
    });
    request.once('response', resolve);
    parts.signal.addEventListener('abort', onAbort, { once: true });
    if (parts.signal.aborted) onAbort();
    else request.end(parts.body);
  }).catch((thrown: unknown) => {
    leave();
    throw thrown;
  });
  incoming.response = response;
  // From here on only waiting for the server counts: a reader that is slow itself pauses the socket.
  request.setTimeout(0);

  async function* body(): AsyncGenerator<Buffer> {
    try {
      const chunks = decoded(response, where)[Symbol.asyncIterator]() as AsyncIterator<unknown>;
      for (;;) {
        const timer = setTimeout(
          () => stop(tooSlow(where, parts.silenceMs, 'sent nothing more')),
          parts.silenceMs,
        );
        const next = await chunks.next().finally(() => clearTimeout(timer));
        if (next.done === true) break;
        if (Buffer.isBuffer(next.value)) yield next.value;
      }
      if (!response.complete) throw endedEarly(where, 'the answer.', 'the response is not complete');
    } catch (thrown) {
      throw (
        verdict ??
        (isCut(thrown) ? endedEarly(where, 'the answer.', String(thrown)) : networkError(thrown, where))
      );
    } finally {
      leave();
      if (!response.complete) request.destroy();
    }
  }
  return { status: response.statusCode ?? 0, headers: flatHeaders(response), body: body() };
}

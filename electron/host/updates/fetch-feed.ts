/** One GET of the release feed. It carries the version and nothing else; redirects are not followed. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

const MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 10_000;

/** Plain http only to this computer: the signature protects the contents, TLS the privacy of the request. */
export function feedAddress(url: string): URL {
  const address = new URL(url);
  const isLocal = address.hostname === '127.0.0.1' || address.hostname === '[::1]';
  if (address.protocol !== 'https:' && !(address.protocol === 'http:' && isLocal))
    throw new Error(`The release feed must be an https address, not ${address.protocol}//${address.host}.`);
  return address;
}

export function fetchFeed(address: URL, version: string, signal: AbortSignal): Promise<string> {
  const send = address.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(address, {
      method: 'GET',
      agent: false,
      headers: { 'user-agent': `Rookery/${version}`, accept: 'application/json' },
      timeout: TIMEOUT_MS,
      signal,
    });
    // `timeout` is about silence; this is about all of it.
    const deadline = setTimeout(
      () => request.destroy(new Error('no complete answer in 10 seconds')),
      TIMEOUT_MS,
    );
    const fail = (cause: Error): void => {
      clearTimeout(deadline);
      reject(cause);
    };
    request.on('timeout', () => request.destroy(new Error('no answer in 10 seconds')));
    request.on('error', fail);
    request.on('response', (response) => {
      if (response.statusCode !== 200) {
        request.destroy(new Error(`it answered with status ${response.statusCode ?? 0}`));
        return;
      }
      const pieces: Buffer[] = [];
      let size = 0;
      response.on('data', (piece: Buffer) => {
        size += piece.length;
        if (size > MAX_BYTES) request.destroy(new Error('its answer is larger than 256 KB'));
        else pieces.push(piece);
      });
      response.on('error', fail);
      response.on('end', () => {
        clearTimeout(deadline);
        resolve(Buffer.concat(pieces).toString('utf8'));
      });
    });
    request.end();
  });
}

/** Parses a typed server address. */
import { isIP } from 'node:net';
import { PortError } from '../../../src/contract/index.ts';

export interface Address {
  readonly url: URL;
  /** Without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly isIp: boolean;
  readonly message: string;
}

export function readAddress(text: string): Address {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch (cause) {
    throw wrong(
      `"${text}" is not an address. It should look like https://server:443 or http://localhost:8080.`,
      cause,
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw wrong(
      `"${text}" does not start with http:// or https://. It should look like https://server:443 or http://localhost:8080.`,
    );
  if (url.username !== '' || url.password !== '')
    throw wrong('The address contains a user or a password. Remove them: RavenDB uses client certificates.');
  if (/^\/studio\b/i.test(url.pathname))
    throw wrong(`This is the address of a page of RavenDB Studio. Use the server address ${url.origin}.`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  return {
    url,
    host,
    port,
    secure,
    isIp: isIP(host) !== 0,
    message: `Server ${host}, port ${port}, ${secure ? 'with TLS' : 'without TLS'}.`,
  };
}

function wrong(message: string, cause?: unknown): PortError {
  return new PortError({
    code: 'bad-request',
    message,
    detail: cause instanceof Error ? cause.message : undefined,
  });
}

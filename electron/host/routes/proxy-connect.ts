/**
 * Opens a connection through an HTTP proxy with CONNECT, for http and https servers alike: the proxy sees the address of
 * the server, and with https nothing else. Its own user and password are in the CONNECT request only.
 */
import http from 'node:http';
import net from 'node:net';
import { PortError } from '../../../src/contract/index.ts';
import { networkError } from '../transport/network-errors.ts';
import { authorityOf, withErrorListener, type ConnectLimits, type Target } from './route.ts';

export interface Proxy extends Target {
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** The variable of the environment that names it. */
  readonly variable?: string | undefined;
}

export const proxyText = (proxy: Target): string => `http://${authorityOf(proxy)}`;

const MAX_HEADER_BYTES = 16 * 1024;

export function connectThroughProxy(
  proxy: Proxy,
  target: Target,
  { ms, signal }: ConnectLimits,
): Promise<net.Socket> {
  const authority = authorityOf(target);
  const where = `The proxy ${proxyText(proxy)}`;
  const request = http.request({
    method: 'CONNECT',
    host: proxy.host,
    port: proxy.port,
    path: authority,
    headers: { host: authority, ...credentials(proxy) },
    agent: false,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  return new Promise<net.Socket>((resolve, reject) => {
    const stop = (error: PortError): void => {
      reject(error);
      leave();
      request.destroy();
    };
    const timer = setTimeout(
      () =>
        stop(routeError(`${where} did not open a connection to ${authority} within ${ms / 1000} s.`, true)),
      ms,
    );
    const onAbort = (): void =>
      stop(new PortError({ code: 'cancelled', message: 'The connection was no longer needed.' }));
    const leave = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    request.on('error', (thrown) => {
      leave();
      reject(explain(thrown, proxy, where));
    });
    request.once('connect', (response, socket, head) => {
      leave();
      const status = response.statusCode ?? 0;
      // Without TLS, as the proxy is addressed by http.
      if (status < 200 || status > 299 || !(socket instanceof net.Socket)) {
        socket.destroy();
        reject(refusal(status, response.headers['proxy-authenticate'], proxy, authority));
        return;
      }
      if (head.length > 0) socket.unshift(head);
      resolve(withErrorListener(socket));
    });
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    else request.end();
  });
}

function credentials({ user, password = '' }: Proxy): Record<string, string> {
  if (user === undefined) return {};
  const basic = Buffer.from(`${user}:${password}`, 'utf8').toString('base64');
  return { 'proxy-authorization': `Basic ${basic}` };
}

function refusal(
  status: number,
  schemes: string | string[] | undefined,
  proxy: Proxy,
  authority: string,
): PortError {
  const where = `The proxy ${proxyText(proxy)}`;
  if (status === 407) {
    const offered = [schemes ?? []].flat().join(', ');
    if (offered !== '' && !/\bbasic\b/i.test(offered))
      return routeError(
        `${where} requires another sign-in than user and password (Basic). Use a proxy that accepts Basic.`,
      );
    if (proxy.variable !== undefined)
      return routeError(
        proxy.user === undefined
          ? `${where} requires a user and a password. Add them to the variable ${proxy.variable}, as in http://user:password@proxy:3128.`
          : `${where} rejected the user or the password. Correct them in the variable ${proxy.variable}.`,
      );
    return routeError(
      proxy.user === undefined
        ? `${where} requires a user and a password. Enter them in the connection's settings.`
        : `${where} rejected the user or the password. Enter them again in the connection's settings.`,
    );
  }
  if (status === 403)
    return routeError(`${where} does not allow connections to ${authority}. Its administrator can allow it.`);
  if (status === 400 || status === 404 || status === 405 || status === 501)
    return routeError(
      `${where} does not support CONNECT to ${authority} (${status}). Check that it is an HTTP proxy.`,
    );
  if (status >= 500)
    return routeError(
      `${where} could not reach ${authority} (${status}). Check the address, and that the server is running.`,
      true,
    );
  return routeError(`${where} did not connect to ${authority} (${status}).`);
}

function explain(thrown: Error, proxy: Proxy, where: string): PortError {
  const code = 'code' in thrown ? String(thrown.code) : '';
  if (code.startsWith('HPE_'))
    return routeError(
      `${where} does not answer like an HTTP proxy. Check its address and port.`,
      false,
      thrown,
    );
  if (['ECONNRESET', 'EPIPE'].includes(code) || /socket hang up/i.test(thrown.message))
    return routeError(`${where} closed the connection without an answer. Check its port.`, true, thrown);
  return networkError(thrown, `${proxyText(proxy)} (the proxy)`);
}

function routeError(message: string, retryable = false, cause?: Error): PortError {
  return new PortError({ code: 'route', message, retryable, detail: cause?.message });
}

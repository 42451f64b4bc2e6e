/**
 * An agent whose connections go through a route. TLS is between this host and the server: its certificate is checked
 * against the server's own name, and the client certificate is presented to the server only.
 */
import http from 'node:http';
import https from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { PortError } from '../../../src/contract/index.ts';
import { explained, targetOf, type ConnectLimits, type Route } from '../routes/route.ts';
import { tooSlow } from './http-exchange.ts';
import { networkError } from './network-errors.ts';
import { pinText } from './pinned-agent.ts';
import { presentedCertificate } from './server-certificate.ts';

export interface RoutedOptions {
  readonly base: URL;
  readonly route: Route;
  /** Undefined over http. */
  readonly secureContext: tls.SecureContext | undefined;
  readonly pinnedCertificate: string | undefined;
  readonly limits: ConnectLimits;
}

type Callback = (error: Error | null, socket?: Duplex) => void;

export function routedAgent(options: RoutedOptions, kept: http.AgentOptions): http.Agent {
  const agent = options.secureContext === undefined ? new http.Agent(kept) : new https.Agent(kept);
  return Object.assign(agent, {
    createConnection: (_request: unknown, callback: Callback): undefined => {
      openConnection(options).then(
        (socket) => callback(null, socket),
        (thrown: unknown) => callback(networkError(thrown, options.base.origin)),
      );
    },
  });
}

async function openConnection(options: RoutedOptions): Promise<Duplex> {
  const { base, route, secureContext, limits } = options;
  const socket = await route.connect(targetOf(base), limits);
  socket.setNoDelay(true);
  if (secureContext === undefined) return socket;
  return explained(route, socket, () => secured(socket, options, secureContext));
}

/** Resolves after the server was recognized: nothing of a request is sent before. */
function secured(
  socket: Socket,
  { base, pinnedCertificate, limits }: RoutedOptions,
  secureContext: tls.SecureContext,
): Promise<tls.TLSSocket> {
  const { host } = targetOf(base);
  const secure = tls.connect({
    socket,
    host,
    servername: isIP(host) === 0 ? host : '',
    secureContext,
    rejectUnauthorized: pinnedCertificate === undefined,
    ALPNProtocols: ['http/1.1'],
  });
  return new Promise((resolve, reject) => {
    const fail = (thrown: unknown): void => {
      leave();
      reject(networkError(thrown, base.origin));
      secure.destroy();
      socket.destroy();
    };
    const onClose = (): void =>
      fail(new Error('Client network socket disconnected before secure TLS connection was established'));
    const onAbort = (): void =>
      fail(new PortError({ code: 'cancelled', message: 'The connection was no longer needed.' }));
    const timer = setTimeout(() => fail(tooSlow(base.origin, limits.ms, 'could not be reached')), limits.ms);
    const leave = (): void => {
      clearTimeout(timer);
      limits.signal.removeEventListener('abort', onAbort);
      secure.off('close', onClose);
      secure.off('error', fail);
      // An error after a failure is a consequence of it.
      secure.on('error', () => undefined);
    };
    secure.once('error', fail);
    secure.once('close', onClose);
    secure.once('secureConnect', () => {
      const presented = presentedCertificate(secure);
      if (pinnedCertificate !== undefined && presented?.fingerprint !== pinnedCertificate)
        fail(
          new PortError({ code: 'certificate', message: pinText(base.origin, pinnedCertificate, presented) }),
        );
      else {
        leave();
        resolve(secure);
      }
    });
    limits.signal.addEventListener('abort', onAbort, { once: true });
    if (limits.signal.aborted) onAbort();
  });
}

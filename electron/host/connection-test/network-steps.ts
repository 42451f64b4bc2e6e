/** The steps below HTTP: name, port, TLS. */
import { lookup } from 'node:dns/promises';
import net from 'node:net';
import tls from 'node:tls';
import { PortError, type ServerCertificate } from '../../../src/contract/index.ts';
import { explained, type Route } from '../routes/route.ts';
import { openSecureContext } from '../transport/client-credentials.ts';
import { networkError } from '../transport/network-errors.ts';
import { pinText } from '../transport/pinned-agent.ts';
import { presentedCertificate } from '../transport/server-certificate.ts';
import type { Address } from './address.ts';
import type { TestRequest } from './test-request.ts';

const STEP_MS = 8000;

export async function lookUp({ host, isIp, url }: Address): Promise<{ message: string }> {
  if (isIp) return { message: `${host} is an IP address; no name to look up.` };
  try {
    const found = await lookup(host, { all: true });
    return { message: `${host} is ${found.map(({ address }) => address).join(', ')}.` };
  } catch (cause) {
    throw networkError(cause, url.origin);
  }
}

export async function connectTcp(address: Address, signal: AbortSignal): Promise<{ message: string }> {
  const socket = net.connect({ host: address.host, port: address.port });
  await established(socket, 'connect', address, signal);
  const { remoteAddress } = socket;
  socket.destroy();
  return { message: `Port ${address.port} of ${remoteAddress ?? address.host} accepts connections.` };
}

/** Instead of name and port: the way to the server looks them up itself. */
export async function connectByRoute(
  route: Route,
  { host, port }: Address,
  signal: AbortSignal,
): Promise<{ message: string }> {
  const socket = await route.connect({ host, port }, { ms: STEP_MS, signal });
  socket.destroy();
  return { message: route.describe({ host, port }) };
}

/** The server presented a certificate, but it is not accepted. */
export class RefusedCertificate extends PortError {
  readonly presented: ServerCertificate;

  constructor(cause: PortError, presented: ServerCertificate) {
    super(cause.toBody());
    this.presented = presented;
  }
}

/** Checks the server certificate only; the client certificate has its own step and is used by the first request. */
export async function shakeHands(
  address: Address,
  asked: Pick<TestRequest, 'authorityPath' | 'pinnedCertificate'>,
  route: Route | undefined,
  signal: AbortSignal,
): Promise<{ message: string }> {
  const { host, port } = address;
  // Before the connection: no socket is open while a file is read, or when it cannot be read.
  const secureContext = await openSecureContext({ authorityPath: asked.authorityPath }, {});
  const routed = await route?.connect({ host, port }, { ms: STEP_MS, signal });
  const socket = tls.connect({
    ...(routed === undefined ? { port } : { socket: routed }),
    host,
    ...(address.isIp ? {} : { servername: address.host }),
    secureContext,
    // Judged below: nothing is sent here, and a refused certificate is shown.
    rejectUnauthorized: false,
  });
  // At once: a server that requires a client certificate closes the connection right after this.
  const read = new Promise<Handshake>((resolve) =>
    socket.once('secureConnect', () => {
      const presented = presentedCertificate(socket);
      resolve({
        protocol: socket.getProtocol() ?? 'TLS',
        presented,
        refusal: refusalOf(socket, address, asked.pinnedCertificate, presented),
      });
    }),
  );
  await explained(route, routed, () => established(socket, 'secureConnect', address, signal));
  const { presented, refusal, protocol } = await read;
  socket.destroy();
  if (refusal !== undefined)
    throw presented === undefined ? refusal : new RefusedCertificate(refusal, presented);
  const until = new Date(presented?.notAfter ?? 0).toISOString().slice(0, 10);
  return {
    message:
      asked.pinnedCertificate === undefined
        ? `${protocol}; the certificate of ${presented?.subject ?? address.host} is trusted and valid until ${until}.`
        : `${protocol}; the certificate is the pinned one. Its own dates end on ${until}.`,
  };
}

interface Handshake {
  readonly protocol: string;
  /** Undefined without a certificate. */
  readonly presented: ServerCertificate | undefined;
  /** Undefined: the certificate is accepted. */
  readonly refusal: PortError | undefined;
}

/** Undefined: it is accepted. */
function refusalOf(
  socket: tls.TLSSocket,
  { url, host }: Address,
  pinned: string | undefined,
  presented: ServerCertificate | undefined,
): PortError | undefined {
  if (pinned !== undefined)
    return presented?.fingerprint === pinned
      ? undefined
      : new PortError({ code: 'certificate', message: pinText(url.origin, pinned, presented) });
  if (socket.authorized) return undefined;
  // Declared as an Error; Node sets its code.
  const code = String(socket.authorizationError);
  const misnamed =
    code === 'ERR_TLS_CERT_ALTNAME_INVALID'
      ? tls.checkServerIdentity(host, socket.getPeerCertificate())
      : undefined;
  return networkError(Object.assign(new Error(misnamed?.message ?? code), { code }), url.origin);
}

async function established(
  socket: net.Socket,
  event: 'connect' | 'secureConnect',
  { url }: Address,
  signal: AbortSignal,
): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () =>
          reject(
            new PortError({
              code: 'timeout',
              message: `${url.origin} did not respond within ${STEP_MS / 1000} s. Check for a firewall in between.`,
              retryable: true,
            }),
          ),
        STEP_MS,
      );
      const stop = (): void =>
        reject(new PortError({ code: 'cancelled', message: 'The test was cancelled.' }));
      signal.addEventListener('abort', stop, { once: true });
      socket
        .once(event, () => resolve())
        .once('error', reject)
        .once('close', () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
        });
    });
  } catch (cause) {
    socket.destroy();
    throw networkError(cause, url.origin);
  }
}

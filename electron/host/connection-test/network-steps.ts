/** The steps below HTTP: name, port, TLS. */
import { lookup } from 'node:dns/promises';
import net from 'node:net';
import tls from 'node:tls';
import { PortError } from '../../../src/contract/index.ts';
import { openSecureContext } from '../transport/client-credentials.ts';
import { networkError } from '../transport/network-errors.ts';
import type { Address } from './address.ts';

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

/** Checks the server certificate only; the client certificate has its own step and is used by the first request. */
export async function shakeHands(
  address: Address,
  authorityPath: string | undefined,
  signal: AbortSignal,
): Promise<{ message: string }> {
  const socket = tls.connect({
    host: address.host,
    port: address.port,
    ...(address.isIp ? {} : { servername: address.host }),
    secureContext: await openSecureContext({ authorityPath }, undefined),
  });
  await established(socket, 'secureConnect', address, signal);
  const { subject, valid_to: until } = socket.getPeerCertificate();
  const protocol = socket.getProtocol() ?? 'TLS';
  socket.destroy();
  const name: unknown = subject.CN;
  return {
    message: `${protocol}; the certificate${typeof name === 'string' ? ` of ${name}` : ''} is trusted and valid until ${until}.`,
  };
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

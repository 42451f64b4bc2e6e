import type net from 'node:net';
import { PortError } from '../../../src/contract/index.ts';

export interface Target {
  /** Without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
}

export interface ConnectLimits {
  /** From the start to a connection to the target. */
  readonly ms: number;
  readonly signal: AbortSignal;
}

/** The way to a server: opens connections to it that carry its bytes unchanged, so TLS is checked end to end. */
export interface Route {
  /** The step of a test that opens it. */
  readonly step: 'proxy' | 'ssh';
  /** A connection to the target. Throws a PortError that names the proxy or the SSH server. */
  connect(target: Target, limits: ConnectLimits): Promise<net.Socket>;
  /** One sentence for a test, after `connect` succeeded. */
  describe(target: Target): string;
  /**
   * Why this connection, which `connect` returned, was closed without an answer, if the route knows. Only for one on
   * which nothing was sent that could have had an effect.
   */
  explain(socket: unknown): Promise<PortError | undefined>;
  /** The next connection is attempted at once, also shortly after a failure. */
  retry(): void;
  /** Ends what it started. It is not used afterwards. */
  close(): Promise<void>;
}

/**
 * A connection can be reset before its user listens, which would end the process. The error is not lost: the socket is
 * closed, and reports that to each later user.
 */
export function withErrorListener(socket: net.Socket): net.Socket {
  return socket.on('error', () => undefined);
}

/** `host:port`, with the brackets of IPv6. */
export function authorityOf({ host, port }: Target): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

export function targetOf(url: URL): Target {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port };
}

/** The error of the route instead of one that only says that this connection was closed while it was opened. */
export async function explained<T>(
  route: Route | undefined,
  socket: net.Socket | undefined,
  opening: () => Promise<T>,
): Promise<T> {
  try {
    return await opening();
  } catch (thrown) {
    const isClosed = thrown instanceof PortError && ['unreachable', 'tls'].includes(thrown.code);
    throw (isClosed ? await route?.explain(socket) : undefined) ?? thrown;
  }
}

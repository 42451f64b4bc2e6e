/** A route through an SSH server: one tunnel, started with the first connection, and again after it ended. */
import type net from 'node:net';
import { PortError, type SshRoute } from '../../../src/contract/index.ts';
import type { RoutePassword } from './http-proxy-route.ts';
import { authorityOf, type ConnectLimits, type Route, type Target } from './route.ts';
import type { HostKey } from './ssh-host-key.ts';
import { SshTunnel } from './ssh-tunnel.ts';

/** ssh prints why it closed a connection around the same moment. */
const PRINTED_MS = 300;

export class SshTunnelRoute implements Route {
  readonly step = 'ssh';
  private readonly route: SshRoute;
  private readonly passphrase: RoutePassword;
  private readonly closing = new AbortController();
  private starting: Promise<SshTunnel> | undefined;
  /** By connection. */
  private readonly tunnels = new WeakMap<object, SshTunnel>();
  private hostKey: HostKey | undefined;

  constructor(route: SshRoute, passphrase: RoutePassword) {
    this.route = route;
    this.passphrase = passphrase;
  }

  async connect(target: Target, { signal }: ConnectLimits): Promise<net.Socket> {
    const tunnel = await unlessAborted(() => this.tunnel(target), signal);
    const socket = await tunnel.connect();
    this.tunnels.set(socket, tunnel);
    return socket;
  }

  describe(target: Target): string {
    const { host, port, user } = this.route;
    return `Signed in to ${host}:${port} as ${user}; it forwards to ${authorityOf(target)}.`;
  }

  async explain(socket: unknown): Promise<PortError | undefined> {
    if (typeof socket !== 'object' || socket === null) return undefined;
    const tunnel = this.tunnels.get(socket);
    if (tunnel === undefined) return undefined;
    if (tunnel.refusal(socket) === undefined) await new Promise((resolve) => setTimeout(resolve, PRINTED_MS));
    return tunnel.refusal(socket);
  }

  async close(): Promise<void> {
    this.closing.abort();
    const running = this.starting;
    this.starting = undefined;
    // A tunnel that failed to start has reported its error; there is nothing to close.
    await running?.then(
      (tunnel) => tunnel.close(),
      () => undefined,
    );
  }

  /** Connections at the same time share one start. */
  private tunnel(target: Target): Promise<SshTunnel> {
    if (this.closing.signal.aborted)
      return Promise.reject(new PortError({ code: 'cancelled', message: 'The connection was closed.' }));
    if (this.starting !== undefined) return this.starting;
    const starting = this.start(target);
    this.starting = starting;
    const forget = (): void => {
      if (this.starting === starting) this.starting = undefined;
    };
    starting.then(({ ended }) => void ended.then(forget), forget);
    return starting;
  }

  private async start(target: Target): Promise<SshTunnel> {
    const tunnel = await SshTunnel.start({
      route: this.route,
      target,
      passphrase: await this.passphrase(),
      hostKey: this.hostKey,
      signal: this.closing.signal,
    });
    this.hostKey = tunnel.hostKey;
    return tunnel;
  }
}

async function unlessAborted<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const cancelled = new PortError({ code: 'cancelled', message: 'The connection was not needed any more.' });
  if (signal.aborted) throw cancelled;
  let stop: () => void = () => undefined;
  try {
    return await Promise.race([
      work(),
      new Promise<never>((_resolve, reject) => {
        stop = () => reject(cancelled);
        signal.addEventListener('abort', stop, { once: true });
      }),
    ]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

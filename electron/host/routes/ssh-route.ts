/** A route through an SSH server: one tunnel, started with the first connection, and again after it ended. */
import type net from 'node:net';
import { PortError, toPortError, type SshRoute } from '../../../src/contract/index.ts';
import type { RoutePassword } from './http-proxy-route.ts';
import { authorityOf, type ConnectLimits, type Route, type Target } from './route.ts';
import type { HostKey } from './ssh-host-key.ts';
import { SshTunnel } from './ssh-tunnel.ts';

/** ssh prints why it closed a connection around the same moment. */
const PRINTED_MS = 300;

/** After a start that failed, in milliseconds: doubled from the first to the longest. */
export interface SshPauses {
  readonly first: number;
  readonly longest: number;
}

export class SshTunnelRoute implements Route {
  readonly step = 'ssh';
  private readonly route: SshRoute;
  private readonly passphrase: RoutePassword;
  private readonly closing = new AbortController();
  private starting: Promise<SshTunnel> | undefined;
  /** By connection. */
  private readonly tunnels = new WeakMap<object, SshTunnel>();
  private hostKey: HostKey | undefined;
  private readonly pauses: SshPauses;
  /** Of the last start, repeated until the time `until`. */
  private failure: { readonly error: PortError; readonly pause: number; readonly until: number } | undefined;

  constructor(
    route: SshRoute,
    passphrase: RoutePassword,
    pauses: SshPauses = { first: 2000, longest: 60_000 },
  ) {
    this.pauses = pauses;
    this.route = route;
    this.passphrase = passphrase;
  }

  async connect(target: Target, limits: ConnectLimits): Promise<net.Socket> {
    const { host, port } = this.route;
    const tunnel = await within(limits, `The SSH server ${host}:${port}`, () => this.tunnel(target));
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

  retry(): void {
    this.failure = undefined;
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
    if (this.failure !== undefined && performance.now() < this.failure.until)
      return Promise.reject(this.failure.error);
    const starting = this.start(target);
    this.starting = starting;
    const forget = (): void => {
      if (this.starting === starting) this.starting = undefined;
    };
    starting.then(
      ({ ended }) => {
        this.failure = undefined;
        void ended.then(forget);
      },
      (thrown: unknown) => {
        this.remember(toPortError(thrown));
        forget();
      },
    );
    return starting;
  }

  /** An SSH server that refuses is not asked again with each request: it may count that as an attack. */
  private remember(error: PortError): void {
    if (error.code === 'cancelled') return;
    const { first, longest } = this.pauses;
    const pause = this.failure === undefined ? first : Math.min(2 * this.failure.pause, longest);
    this.failure = { error, pause, until: performance.now() + pause };
  }

  private async start(target: Target): Promise<SshTunnel> {
    return SshTunnel.start({
      route: this.route,
      target,
      passphrase: await this.passphrase(),
      hostKey: this.hostKey,
      onHostKey: (hostKey) => {
        this.hostKey = hostKey;
      },
      signal: this.closing.signal,
    });
  }
}

/** The work goes on after the time: a later connection finds the tunnel open. */
async function within<T>({ ms, signal }: ConnectLimits, where: string, work: () => Promise<T>): Promise<T> {
  const cancelled = new PortError({ code: 'cancelled', message: 'The connection was no longer needed.' });
  if (signal.aborted) throw cancelled;
  let leave: () => void = () => undefined;
  try {
    return await Promise.race([
      work(),
      new Promise<never>((_resolve, reject) => {
        const stop = (): void => reject(cancelled);
        const late = {
          code: 'timeout',
          message: `${where} opened no tunnel within ${ms / 1000} s.`,
        } as const;
        const timer = setTimeout(() => reject(new PortError({ ...late, retryable: true })), ms);
        leave = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
        };
        signal.addEventListener('abort', stop, { once: true });
      }),
    ]);
  } finally {
    leave();
  }
}

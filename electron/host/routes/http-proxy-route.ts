/** Routes through an HTTP proxy: one of the connection, or the one that the environment names. */
import net from 'node:net';
import { PortError, type ProxyRoute } from '../../../src/contract/index.ts';
import { networkError } from '../transport/network-errors.ts';
import { proxyFromEnvironment, type Environment } from './environment-proxy.ts';
import { connectThroughProxy, proxyText, type Proxy } from './proxy-connect.ts';
import {
  authorityOf,
  targetOf,
  withErrorListener,
  type ConnectLimits,
  type Route,
  type Target,
} from './route.ts';

export type RoutePassword = () => Promise<string | undefined>;

export class HttpProxyRoute implements Route {
  readonly step = 'proxy';
  private readonly route: ProxyRoute;
  private readonly password: RoutePassword;

  constructor(route: ProxyRoute, password: RoutePassword) {
    this.route = route;
    this.password = password;
  }

  async connect(target: Target, limits: ConnectLimits): Promise<net.Socket> {
    const { user } = this.route;
    if (user === undefined) return connectThroughProxy(this.address(), target, limits);
    const password = await this.password();
    // An empty one would be a wrong one, and the proxy may count those.
    if (password === undefined)
      throw new PortError({
        code: 'route',
        message: `The proxy ${proxyText(this.address())} needs the password of the user ${user}. Enter it in the connection's settings.`,
      });
    return connectThroughProxy({ ...this.address(), user, password }, target, limits);
  }

  describe(target: Target): string {
    return `The proxy ${proxyText(this.address())} connects to ${authorityOf(target)}.`;
  }

  explain(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  retry(): void {
    // Each connection is a new attempt.
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private address(): Target {
    return targetOf(new URL(this.route.url));
  }
}

export class EnvironmentRoute implements Route {
  readonly step = 'proxy';
  private readonly url: URL;
  private readonly environment: Environment;

  constructor(url: URL, environment: Environment) {
    this.url = url;
    this.environment = environment;
  }

  connect(target: Target, limits: ConnectLimits): Promise<net.Socket> {
    const proxy = this.proxy();
    return proxy === undefined
      ? connectDirectly(target, this.url.origin, limits)
      : connectThroughProxy(proxy, target, limits);
  }

  describe(target: Target): string {
    const { proxy, message } = proxyFromEnvironment(this.url, this.environment);
    return proxy === undefined ? message : `${message} It connects to ${authorityOf(target)}.`;
  }

  explain(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  retry(): void {
    // Each connection is a new attempt.
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private proxy(): Proxy | undefined {
    return proxyFromEnvironment(this.url, this.environment).proxy;
  }
}

function connectDirectly(target: Target, where: string, { ms, signal }: ConnectLimits): Promise<net.Socket> {
  const socket = withErrorListener(net.connect({ host: target.host, port: target.port }));
  return new Promise<net.Socket>((resolve, reject) => {
    const stop = (error: PortError): void => {
      leave();
      reject(error);
      socket.destroy();
    };
    const late = {
      code: 'timeout',
      message: `${where} could not be reached within ${ms / 1000} s.`,
    } as const;
    const timer = setTimeout(() => stop(new PortError({ ...late, retryable: true })), ms);
    const onAbort = (): void =>
      stop(new PortError({ code: 'cancelled', message: 'The connection was no longer needed.' }));
    const leave = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.off('error', fail);
    };
    const fail = (thrown: Error): void => {
      leave();
      reject(networkError(thrown, where));
    };
    socket.once('error', fail);
    socket.once('connect', () => {
      leave();
      resolve(socket);
    });
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

import type { ConnectionRoute } from '../../../src/contract/index.ts';
import { EnvironmentRoute, HttpProxyRoute, type RoutePassword } from './http-proxy-route.ts';
import type { Route } from './route.ts';
import { SshTunnelRoute } from './ssh-route.ts';

/** The way to the server at `url`; undefined: directly. Nothing is contacted before the first connection. */
export function openRoute(
  route: ConnectionRoute | undefined,
  url: URL,
  password: RoutePassword,
): Route | undefined {
  switch (route?.kind) {
    case undefined:
      return undefined;
    case 'proxy':
      return new HttpProxyRoute(route, password);
    case 'environment':
      return new EnvironmentRoute(url, process.env);
    case 'ssh':
      return new SshTunnelRoute(route, password);
  }
}

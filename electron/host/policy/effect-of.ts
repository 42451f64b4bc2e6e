/** Looks a request up in the tables; other requests get the default explained in README.md. */
import type { HttpMethod } from '../../../src/contract/index.ts';
import { databaseRoutes } from './database-routes.ts';
import type { Route } from './request-target.ts';
import { danger, read, type RouteEffect } from './route-effect.ts';
import { serverRoutes } from './server-routes.ts';

/**
 * How a request travels: answered once, as a WebSocket (which begins as a GET), read into a file by the host, or sent by
 * the host to sign in or out.
 */
export type Channel = 'request' | 'socket' | 'export' | 'sign-in';

/** Where RavenDB has GETs that change or reveal something, and may get more. */
const guardedAreas = new Set(['admin', 'rachis', 'secrets', 'setup']);

export function effectOf(method: HttpMethod, route: Route, channel: Channel = 'request'): RouteEffect {
  const listed = listedEffect(method, route);
  if (channel === 'socket')
    return listed && (listed.feed || listed.effect !== 'read') ? listed : unknown('open a live feed');
  if (channel === 'export') return listed?.exported ?? unknown('export something');
  if (channel === 'sign-in') return listed?.signIn ?? unknown('sign in');
  if (listed) return listed;
  const area = route.name.split('/', 1)[0] ?? '';
  if ((method === 'GET' || method === 'HEAD') && !guardedAreas.has(area)) return read;
  return unknown('do something');
}

/** The entry of the tables, if any. A server can answer HEAD by running its GET. */
export function listedEffect(method: HttpMethod, route: Route): RouteEffect | undefined {
  const table = route.of === 'database' ? databaseRoutes : serverRoutes;
  const methods = Object.hasOwn(table, route.name) ? table[route.name] : undefined;
  return methods?.[method] ?? (method === 'HEAD' ? methods?.GET : undefined);
}

function unknown(what: string): RouteEffect {
  return danger(`${what} that Rookery does not know`);
}

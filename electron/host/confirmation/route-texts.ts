/** The route of a connection in a confirmation, complete. Pure. */
import type { ConnectionRoute } from '../../../src/contract/index.ts';
import { printable } from './confirmation-text.ts';

/** Follows an address in a sentence. */
export function throughText(route: ConnectionRoute | undefined): string {
  switch (route?.kind) {
    case undefined:
      return '';
    case 'proxy':
      return ` through the proxy ${printable(new URL(route.url).origin, 300)}`;
    case 'environment':
      return ' through the proxy that the environment names';
    case 'ssh':
      return ` through the SSH server ${printable(route.host, 300)}:${route.port}`;
  }
}

export function routeText(route: ConnectionRoute | undefined): string {
  switch (route?.kind) {
    case undefined:
      return 'direct';
    case 'proxy': {
      const user = route.user === undefined ? '' : ` as "${printable(route.user, 120)}"`;
      return `proxy ${printable(new URL(route.url).origin, 300)}${user}`;
    }
    case 'environment':
      return 'proxy that HTTPS_PROXY, HTTP_PROXY or ALL_PROXY names';
    case 'ssh': {
      const { host, port, user, keyPath, hostKey } = route;
      const key = keyPath === undefined ? 'keys of the SSH agent' : `key ${printable(keyPath, 1024)}`;
      const pin = hostKey === undefined ? 'no host key accepted yet' : `only host key ${hostKey}`;
      return `SSH ${printable(user, 120)}@${printable(host, 300)}:${port}, ${key}, ${pin}`;
    }
  }
}

/** Whether using it needs a confirmation. Without an accepted host key, SSH sends nothing and only shows the key. */
export function needsConfirmation(route: ConnectionRoute | undefined): boolean {
  return route !== undefined && (route.kind !== 'ssh' || route.hostKey !== undefined);
}

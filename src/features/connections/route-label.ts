import type { ConnectionRoute } from '../../contract/index.ts';

/** The mark of a connection that is not reached directly. */
export function routeLabel(route: ConnectionRoute): { readonly text: string; readonly title: string } {
  switch (route.kind) {
    case 'proxy':
      return { text: 'proxy', title: `Through the proxy ${route.url}` };
    case 'environment':
      return { text: 'proxy', title: 'Through the proxy that the environment names' };
    case 'ssh':
      return { text: 'SSH', title: `Through SSH to ${route.user}@${route.host}:${route.port}` };
  }
}

/** Calls about the route of a connection: its password, and the proxy that the environment names. */
import { PortError, routePasswordKey, type PortHandlers } from '../../../src/contract/index.ts';
import { readAddress } from '../connection-test/address.ts';
import type { Log } from '../log/log-file.ts';
import type { CertificateSecrets } from '../passwords/certificate-secrets.ts';
import { proxyFromEnvironment } from '../routes/environment-proxy.ts';
import type { ConnectionStore } from '../stored/connection-store.ts';
import type { TransportPool } from '../transport/transport-pool.ts';
import type { ConnectionList } from './connection-list.ts';

interface RouteParts {
  readonly store: ConnectionStore;
  readonly secrets: CertificateSecrets;
  readonly transports: TransportPool;
  readonly list: ConnectionList;
  readonly log: Log;
}

type RouteCalls = Pick<
  PortHandlers['calls'],
  'connections.setRoutePassword' | 'connections.environmentProxy'
>;

export function routeCalls({ store, secrets, transports, list, log }: RouteParts): RouteCalls {
  return {
    'connections.setRoutePassword': async ({ id, password, save = false }) => {
      const connection = store.get(id);
      const route = connection.kind === 'server' ? connection.route : undefined;
      if (route === undefined || routePasswordKey(route) === '')
        throw new PortError({
          code: 'bad-request',
          message: `The connection "${connection.name}" has no proxy user or SSH key file, so its route has no password.`,
        });
      try {
        if (password === '') await secrets.forget(id, route);
        else await secrets.setPassword(id, route, password, save);
      } finally {
        // Also when only saving failed.
        transports.retryRoute(id);
        list.changed();
      }
      // Used from the next connection on; open ones are signed in.
      log.write('info', 'route-password-set', { connection: id, saved: save });
      return {};
    },
    'connections.environmentProxy': ({ url }) =>
      Promise.resolve({ message: proxyFromEnvironment(readAddress(url).url, process.env).message }),
  };
}

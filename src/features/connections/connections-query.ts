import { queryOptions } from '@tanstack/react-query';
import type { CallResponse, ConnectionView, PasswordStorage, Port } from '../../contract/index.ts';

/** The cached list. The shell refetches it when the host reports a change. */
export function connectionsQuery(port: Port) {
  return queryOptions({
    queryKey: ['app', 'connections'],
    queryFn: async ({ signal }): Promise<readonly ConnectionView[]> =>
      (await port.call('connections.list', {}, { signal })).connections,
    staleTime: Infinity,
  });
}

/** Read whenever a password is asked for: a keychain can be locked or unlocked in between. */
export function passwordStorageQuery(port: Port) {
  return queryOptions({
    queryKey: ['app', 'password-storage'],
    queryFn: ({ signal }): Promise<PasswordStorage> => port.call('passwords.storage', {}, { signal }),
  });
}

/** Information about this program; constant for the lifetime of the port. */
export function appInfoQuery(port: Port) {
  return queryOptions({
    queryKey: ['app', 'info'],
    queryFn: ({ signal }): Promise<CallResponse<'app.info'>> => port.call('app.info', {}, { signal }),
    staleTime: Infinity,
  });
}

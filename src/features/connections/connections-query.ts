import { queryOptions } from '@tanstack/react-query';
import type { ConnectionView, Port } from '../../contract/index.ts';

/** The one cached list. The shell refetches it when the host says that it changed. */
export function connectionsQuery(port: Port) {
  return queryOptions({
    queryKey: ['app', 'connections'],
    queryFn: async ({ signal }): Promise<readonly ConnectionView[]> =>
      (await port.call('connections.list', {}, { signal })).connections,
    staleTime: Infinity,
  });
}

import { QueryCache, QueryClient } from '@tanstack/react-query';
import { PortError } from '../../contract/index.ts';
import { ServerError } from '../../protocol/server-error.ts';

export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      // A database that was deleted elsewhere: the new list shows that in every tab of it.
      onError: (error, query) => {
        if (error instanceof ServerError && error.type === 'DatabaseDoesNotExistException')
          void client.invalidateQueries({ queryKey: [query.queryKey[0], '@databases'] });
      },
    }),
    defaultOptions: {
      queries: {
        // The sandbox works offline, and only the host knows whether a server is reachable.
        networkMode: 'always',
        retry: (failures, error) =>
          failures < 2 && error instanceof PortError && error.retryable && error.code !== 'closed',
        staleTime: 5000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isRetryable } from '../../contract/index.ts';
import { ServerError } from '../../protocol/server-error.ts';

/** At the earliest so long after a failure it is read again: it can be one that other requests do not have. */
const FAILED_AGAIN_MS = 5_000;

/** Not a timeout, which can be the work that the request itself makes. */
const isConnectionFailure = (error: unknown): boolean =>
  isRetryable(error) && error.code !== 'timeout' && error.code !== 'closed';

export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      // A database that was deleted elsewhere: the new list shows that in every tab of it.
      onError: (error, query) => {
        if (error instanceof ServerError && error.type === 'DatabaseDoesNotExistException')
          void client.invalidateQueries({ queryKey: [query.queryKey[0], '@databases'] });
      },
      // A server that can be reached again: what failed meanwhile is read again, as far as it is shown.
      onSuccess: (_data, query) => {
        const [connection] = query.queryKey;
        void client.refetchQueries({
          type: 'active',
          predicate: ({ queryKey, state }) =>
            queryKey[0] === connection &&
            state.fetchStatus === 'idle' &&
            isConnectionFailure(state.error) &&
            Date.now() - state.errorUpdatedAt > FAILED_AGAIN_MS,
        });
      },
    }),
    defaultOptions: {
      queries: {
        // The sandbox works offline, and only the host knows whether a server is reachable.
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && isRetryable(error) && error.code !== 'closed',
        staleTime: 5000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
  return client;
}

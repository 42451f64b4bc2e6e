import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Port, UpdateState } from '../../contract/index.ts';

const queryKey = ['app', 'updates'] as const;

/** What is known, without a request to the feed. The daily check, if the user turned it on, follows the first read. */
export function updateQuery(port: Port) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<UpdateState> => port.call('updates.load', {}, { signal }),
    staleTime: Infinity,
  });
}

export function rememberUpdates(client: QueryClient, state: UpdateState): void {
  client.setQueryData(queryKey, state);
}

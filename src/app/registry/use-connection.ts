import { useQuery } from '@tanstack/react-query';
import type { Connection } from '../../contract/index.ts';
import { useSession } from './session.ts';

const none: readonly Connection[] = [];

/** All stored connections, in their order; none until the list is loaded. */
export function useConnections(): readonly Connection[] {
  const { port } = useSession();
  // The same cache entry that the shell refetches.
  const list = useQuery({
    queryKey: ['app', 'connections'],
    queryFn: async ({ signal }) => (await port.call('connections.list', {}, { signal })).connections,
    select: (views) => views.map(({ connection }) => connection),
    staleTime: Infinity,
  });
  return list.data ?? none;
}

/** The stored connection; undefined until the list is loaded, or when it was removed. */
export function useConnection(connectionId: string): Connection | undefined {
  return useConnections().find(({ id }) => id === connectionId);
}

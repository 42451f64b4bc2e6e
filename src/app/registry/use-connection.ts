import { useQuery } from '@tanstack/react-query';
import type { Connection } from '../../contract/index.ts';
import { useSession } from './session.ts';

/** The stored connection; undefined until the list is loaded, or when it was removed. */
export function useConnection(connectionId: string): Connection | undefined {
  const { port } = useSession();
  // The same cache entry that the shell refetches.
  const list = useQuery({
    queryKey: ['app', 'connections'],
    queryFn: async ({ signal }) => (await port.call('connections.list', {}, { signal })).connections,
    staleTime: Infinity,
  });
  return list.data?.find((each) => each.connection.id === connectionId)?.connection;
}

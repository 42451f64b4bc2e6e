/** The saved queries of a database, read once and after each change of this window. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../app/registry/index.ts';
import type { SavedQuery, SavedQueryPlace } from '../../../contract/index.ts';

export interface SavedQueriesState {
  readonly queries: readonly SavedQuery[];
  /** The folder of the files. */
  readonly path: string | undefined;
  /** Files that are too large, too many or unreadable. */
  readonly leftOut: number;
  readonly loading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  save(place: SavedQueryPlace, text: string, options: { replace: boolean }): Promise<void>;
  remove(place: SavedQueryPlace): Promise<void>;
}

const none: readonly SavedQuery[] = [];

export function useSavedQueries(connection: string, database: string): SavedQueriesState {
  const { port } = useSession();
  const cache = useQueryClient();
  const queryKey = [connection, database, 'saved-queries'];
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => port.call('queries.list', { connection, database }, { signal }),
  });
  const changed = (): Promise<void> => cache.invalidateQueries({ queryKey });
  return {
    queries: list.data?.queries ?? none,
    path: list.data?.path,
    leftOut: list.data?.leftOut ?? 0,
    loading: list.isPending,
    error: list.error,
    retry: () => void list.refetch(),
    save: async ({ folder, name }, text, { replace }) => {
      await port.call('queries.save', { connection, database, folder, name, text, replace });
      await changed();
    },
    remove: async ({ folder, name }) => {
      await port.call('queries.remove', { connection, database, folder, name });
      await changed();
    },
  };
}

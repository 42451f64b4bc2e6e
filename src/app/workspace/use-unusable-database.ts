import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { databasesQuery } from '../registry/index.ts';
import { useShellPort } from '../shell/shell-context.ts';
import { workspaceStore } from './workspace-store.ts';

/**
 * Why the screens of a database cannot show it: the server's list no longer has it, or says that it is disabled. Null
 * otherwise, and while the list is unknown.
 */
export function useUnusableDatabase(
  connectionId: string,
  database: string | null,
): 'missing' | 'disabled' | null {
  const port = useShellPort();
  const isCurrent = useStore(workspaceStore, (state) => state.connectionId === connectionId);
  const list = useQuery({
    ...databasesQuery(port, connectionId),
    enabled: database !== null,
    // Only the current connection is polled; the lists of others are read again when a request fails.
    ...(isCurrent ? {} : { refetchInterval: false as const }),
  });
  if (database === null || list.data === undefined) return null;
  const found = list.data.find((each) => each.name.toLowerCase() === database.toLowerCase());
  if (found === undefined) return 'missing';
  return found.disabled ? 'disabled' : null;
}

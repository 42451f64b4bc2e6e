/** The saved snippets of a database, shared by its open tabs and kept when they are closed. */
import { useCallback, useEffect } from 'react';
import { create } from 'zustand';
import { useSession } from '../../app/registry/index.ts';
import { readSnippets, type Snippet } from './snippets.ts';

const FEATURE = 'patch';

const useLists = create<{ readonly lists: ReadonlyMap<string, readonly Snippet[]> }>(() => ({
  lists: new Map(),
}));
const none: readonly Snippet[] = [];

export function useSnippets(
  connectionId: string,
  database: string,
): [readonly Snippet[], (list: readonly Snippet[]) => void] {
  const session = useSession();
  const key = `${connectionId}/${database}`;
  const list = useLists(({ lists }) => lists.get(key));
  const put = useCallback(
    (next: readonly Snippet[]) =>
      useLists.setState(({ lists }) => ({ lists: new Map(lists).set(key, next) })),
    [key],
  );
  useEffect(() => {
    if (list === undefined) put(readSnippets(session.readDatabaseState(FEATURE)));
  }, [list, put, session]);
  const save = useCallback(
    (next: readonly Snippet[]) => {
      put(next);
      session.writeDatabaseState(FEATURE, { snippets: next });
    },
    [put, session],
  );
  return [list ?? none, save];
}

/** The snippets of a database, which the host keeps as files. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession, type Session } from '../../app/registry/index.ts';
import { freeName } from '../../ui/rql/index.ts';
import {
  placeOfSnippet,
  readKeptSnippets,
  safePlace,
  snippetKey,
  snippetOfFile,
  snippetText,
  type SavedSnippet,
  type Snippet,
} from './snippets.ts';

export interface SnippetsState {
  readonly snippets: readonly SavedSnippet[];
  /** The folder of the files. */
  readonly path: string | undefined;
  /** Files that are too large, too many or unreadable. */
  readonly leftOut: number;
  readonly loading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
  save(snippet: Snippet, options: { replace: boolean }): Promise<void>;
  remove(snippet: Snippet): Promise<void>;
}

interface Owner {
  readonly connection: string;
  readonly database: string;
}

const FEATURE = 'patch';
const none: readonly SavedSnippet[] = [];

export function useSnippets(connection: string, database: string): SnippetsState {
  const session = useSession();
  const cache = useQueryClient();
  const queryKey = [connection, database, 'snippets'];
  const owner = { connection, database };
  const list = useQuery({ queryKey, queryFn: ({ signal }) => loadSnippets(session, owner, signal) });
  const changed = (): Promise<void> => cache.invalidateQueries({ queryKey });
  return {
    snippets: list.data?.snippets ?? none,
    path: list.data?.path,
    leftOut: list.data?.leftOut ?? 0,
    loading: list.isPending,
    error: list.error ?? list.data?.notMoved ?? null,
    retry: () => void list.refetch(),
    save: async (snippet, { replace }) => {
      const text = snippetText(snippet);
      await session.port.call('snippets.save', { ...owner, ...placeOfSnippet(snippet), text, replace });
      await changed();
    },
    remove: async (snippet) => {
      await session.port.call('snippets.remove', { ...owner, ...placeOfSnippet(snippet) });
      await changed();
    },
  };
}

export type SnippetSession = Pick<Session, 'port' | 'readDatabaseState' | 'writeDatabaseState'>;

export interface LoadedSnippets {
  readonly snippets: readonly SavedSnippet[];
  readonly path: string;
  readonly leftOut: number;
  /** Why snippets of an earlier version are not files yet; null when all are. They stay where they are. */
  readonly notMoved: unknown;
}

export async function loadSnippets(
  session: SnippetSession,
  owner: Owner,
  signal: AbortSignal,
): Promise<LoadedSnippets> {
  const list = await session.port.call('snippets.list', owner, { signal });
  const read = { ...list, snippets: list.snippets.map(snippetOfFile), notMoved: null };
  if (readKeptSnippets(session.readDatabaseState(FEATURE)).length === 0) return read;
  let notMoved: unknown = null;
  try {
    await moveKept(session, owner, read.snippets);
  } catch (thrown) {
    notMoved = thrown;
  }
  const after = await session.port.call('snippets.list', owner, { signal });
  return { ...after, snippets: after.snippets.map(snippetOfFile), notMoved };
}

/** Writes each as a file and forgets it then, so that a failure loses none. One that is a file already is not written twice. */
async function moveKept(session: SnippetSession, owner: Owner, files: readonly Snippet[]): Promise<void> {
  const texts = new Map(files.map((each) => [snippetKey(each), each.text]));
  for (const kept of readKeptSnippets(session.readDatabaseState(FEATURE))) {
    const place = safePlace(kept.name);
    const as = (name: string): Snippet => ({ ...place, of: kept.of, text: kept.text, parameters: {}, name });
    const textAt = (name: string): string | undefined => texts.get(snippetKey(as(name)));
    const wanted = kept.text.replace(/\n$/, '');
    const name = freeName(place.name, (each) => (textAt(each) ?? wanted) !== wanted);
    if (textAt(name) === undefined) {
      const snippet = as(name);
      await session.port.call('snippets.save', {
        ...owner,
        ...placeOfSnippet(snippet),
        text: snippetText(snippet),
        replace: false,
      });
      texts.set(snippetKey(snippet), wanted);
    }
    const rest = readKeptSnippets(session.readDatabaseState(FEATURE)).filter(
      (each) => each.name !== kept.name,
    );
    session.writeDatabaseState(FEATURE, { snippets: rest });
  }
}

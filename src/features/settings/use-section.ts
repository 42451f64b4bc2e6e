/** The state of one form: stored and edited values, and saving. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Database, useSession } from '../../app/registry/index.ts';
import type { DatabaseClient } from '../../protocol/client.ts';

export interface SectionOf<T> {
  /** The last part of the query key. */
  readonly name: string;
  readonly read: (db: DatabaseClient, signal: AbortSignal) => Promise<T | null>;
  readonly write: (db: DatabaseClient, setting: T) => Promise<void>;
  /** The effective value when not configured. */
  readonly unset: T;
  readonly same: (a: T, b: T) => boolean;
}

export interface Section<T> {
  readonly loading: boolean;
  readonly loadError: unknown;
  readonly retry: () => void;
  /** Null: not configured. */
  readonly stored: T | null;
  readonly before: T;
  readonly now: T;
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly saveError: unknown;
  readonly edit: (setting: T) => void;
  readonly revert: () => void;
  readonly save: () => void;
  /** Why the connection refuses changes. */
  readonly writeRefusal: string | undefined;
}

/** The screen holds the edits, so that the tab can save them. */
export function useSection<T>(
  { client, key, writeRefusal }: Database,
  section: SectionOf<T>,
  {
    edited,
    onEdited,
  }: { readonly edited: T | undefined; readonly onEdited: (setting: T | undefined) => void },
): Section<T> {
  const queries = useQueryClient();
  const session = useSession();
  const queryKey = [...key, 'settings', section.name];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => section.read(client, signal),
    retry: false,
  });
  const mutation = useMutation({
    mutationFn: (setting: T) => section.write(client, setting),
    onSuccess: async (_, setting) => {
      queries.setQueryData(queryKey, setting);
      onEdited(undefined);
      session.notify({ kind: 'success', message: `Saved: ${section.name} of ${client.name}.` });
      await queries.invalidateQueries({ queryKey });
    },
  });
  const stored = query.data ?? null;
  const before = stored ?? section.unset;
  const now = edited ?? before;
  return {
    loading: query.isPending,
    loadError: query.error,
    retry: () => void query.refetch(),
    stored,
    before,
    now,
    dirty: !section.same(before, now),
    saving: mutation.isPending,
    saveError: mutation.error,
    edit: (setting) => {
      mutation.reset();
      onEdited(section.same(before, setting) ? undefined : setting);
    },
    revert: () => {
      mutation.reset();
      onEdited(undefined);
    },
    save: () => mutation.mutate(now),
    writeRefusal,
  };
}

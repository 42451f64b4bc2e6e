/** The lifecycle of an open index: edits, external changes, and the saved state of the tab. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { type Database, useSession } from '../../../app/registry/index.ts';
import { getStoredIndex } from '../../../protocol/index-definitions.ts';
import { isDirty, reduceDraft, toSaved, type DraftEvent, type IndexDraft } from './index-draft.ts';
import { toForm } from './index-form.ts';

/** Delay after the last key before the tab state is saved: limits the loss after a crash. */
const SAVE_AFTER_MS = 400;
/** The definition of one index is small, and no feed reports which part of it changed. */
const READ_EVERY_MS = 5_000;

export interface OpenIndex {
  readonly draft: IndexDraft;
  readonly dispatch: (event: DraftEvent) => void;
  /** The saved definition is built side by side; queries still use the previous one. */
  readonly isBuildingReplacement: boolean;
}

export function useIndexDraft(
  { client, key }: Database,
  tabId: string,
  name: string | undefined,
  initial: IndexDraft,
  paused: boolean,
): OpenIndex {
  const [draft, dispatch] = useReducer(reduceDraft, initial);
  const stored = useQuery({
    queryKey: [...key, 'index-editor', 'stored', name ?? null],
    queryFn: ({ signal }) => getStoredIndex(client, name ?? '', { signal }),
    // Not while saving: a version that is read then may be from before or after it.
    enabled: name !== undefined && !paused,
    refetchInterval: READ_EVERY_MS,
    refetchOnWindowFocus: true,
    retry: false,
  });
  const { data, dataUpdatedAt } = stored;
  useEffect(() => {
    if (data !== undefined && !paused) dispatch({ type: 'read', stored: data && toForm(data.definition) });
    // The time too: the same answer can follow a save.
  }, [data, dataUpdatedAt, paused]);
  useSavedDraft(tabId, draft);
  return { draft, dispatch, isBuildingReplacement: data?.isBuildingReplacement ?? false };
}

function useSavedDraft(tabId: string, draft: IndexDraft): void {
  const session = useSession();
  const dirty = isDirty(draft);
  const wasDirty = useRef(dirty);
  useEffect(() => {
    session.setDirty(tabId, dirty);
  }, [session, tabId, dirty]);
  const keep = useEffectEvent(() => {
    if (dirty) session.writeTabState(tabId, toSaved(draft));
    else if (wasDirty.current) session.writeTabState(tabId, undefined);
    wasDirty.current = dirty;
  });
  useEffect(() => {
    // A saved draft must not be restored after a crash, so the state is cleared immediately.
    const timer = setTimeout(() => keep(), dirty ? SAVE_AFTER_MS : 0);
    return () => clearTimeout(timer);
  }, [draft, dirty]);
  useEffect(() => () => keep(), []);
  useEffect(() => {
    const now = () => keep();
    window.addEventListener('pagehide', now);
    return () => window.removeEventListener('pagehide', now);
  }, []);
}

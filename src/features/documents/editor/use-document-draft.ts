/** The lifecycle of an open document: initial draft, external changes, and the saved state of the tab. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react';
import { type Database, type ScreenProps, useSession } from '../../../app/registry/index.ts';
import { getChangeVector, getDocument } from '../../../protocol/documents.ts';
import { useDocumentFeed } from '../document-feed.ts';
import { isTypingDate, type TypedDates } from './document-dates.ts';
import {
  fromSaved,
  isDirty,
  newDraft,
  readSavedDraft,
  reduceDraft,
  toSaved,
  type Draft,
  type DraftEvent,
  type SavedDraft,
} from './document-draft.ts';
import { newDocumentText, toEditableText } from './editable-text.ts';

/** Delay after the last key before the tab state is saved: limits the loss after a crash. */
const SAVE_AFTER_MS = 400;

export type InitialDraft =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly kind: 'missing'; readonly id: string; readonly retry: () => void }
  | { readonly kind: 'ready'; readonly draft: Draft; readonly kept: SavedDraft | undefined };

/**
 * The initial content: the saved state of the tab, the stored document, a clone of another, or an empty new one.
 */
export function useInitialDraft(
  { client, key }: Database,
  { tabId, params }: Pick<ScreenProps, 'tabId' | 'params'>,
): InitialDraft {
  const session = useSession();
  const [kept] = useState(() => readSavedDraft(session.readTabState(tabId)));
  const source = params.id ?? params.cloneOf;
  const query = useQuery({
    queryKey: [...key, 'document', tabId, source],
    queryFn: ({ signal }) => (source === undefined ? null : getDocument(client, source, { signal })),
    enabled: kept === undefined && source !== undefined,
    // Read once: later external versions are reported, not loaded.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const { data } = query;
  const isClone = params.id === undefined;
  // Once for each answer: to read a large document takes longer than a frame.
  const loaded = useMemo(() => {
    if (!data) return undefined;
    return isClone
      ? newDraft(toEditableText(data.text))
      : reduceDraft(newDraft(''), { type: 'loaded', document: data });
  }, [data, isClone]);
  if (kept) return { kind: 'ready', draft: fromSaved(kept), kept };
  if (source === undefined) {
    const text = newDocumentText(params.collection);
    return { kind: 'ready', draft: newDraft(text, text), kept };
  }
  const retry = () => void query.refetch();
  if (query.isError) return { kind: 'failed', error: query.error, retry };
  if (data === undefined) return { kind: 'loading' };
  if (loaded === undefined) return { kind: 'missing', id: source, retry };
  return { kind: 'ready', draft: loaded, kept };
}

/** Typed values besides the text. */
export interface TypedFields {
  readonly newId: string | undefined;
  readonly typedDates: TypedDates;
}

export function useDocumentDraft(
  database: Database,
  tabId: string,
  id: string | undefined,
  initial: Draft,
  typed: TypedFields,
): readonly [Draft, (event: DraftEvent) => void] {
  const [draft, dispatch] = useReducer(reduceDraft, initial);
  useExternalChanges(database, id, dispatch);
  useSavedDraft(tabId, draft, typed);
  return [draft, dispatch];
}

/** Detects external versions: through the feed, and by a request when the window gets the focus. */
function useExternalChanges(
  { client }: Database,
  id: string | undefined,
  dispatch: (event: DraftEvent) => void,
): void {
  const feed = useDocumentFeed(client, id === undefined ? null : { kind: 'document', id }, {
    onChange: (change) =>
      dispatch({
        type: 'heard',
        changeVector: change.type === 'Delete' ? null : (change.changeVector ?? ''),
      }),
  });

  const ask = useEffectEvent(async (signal: AbortSignal) => {
    if (id === undefined) return;
    // Best effort: if the server is unreachable, saving reports it.
    const stored = await getChangeVector(client, id, { signal }).catch(() => undefined);
    if (stored !== undefined && !signal.aborted) dispatch({ type: 'heard', changeVector: stored });
  });
  useEffect(() => {
    const stop = new AbortController();
    const onFocus = () => void ask(stop.signal);
    window.addEventListener('focus', onFocus);
    // Changes before the feed connected, or while the window was closed.
    if (feed !== 'connecting') onFocus();
    return () => {
      stop.abort();
      window.removeEventListener('focus', onFocus);
    };
  }, [feed, id]);
}

function useSavedDraft(tabId: string, draft: Draft, typed: TypedFields): void {
  const session = useSession();
  const dirty = isDirty(draft) || isTypingDate(typed.typedDates);
  const wasDirty = useRef(dirty);
  useEffect(() => {
    session.setDirty(tabId, dirty);
  }, [session, tabId, dirty]);

  const keep = useEffectEvent(() => {
    if (dirty) session.writeTabState(tabId, toSaved(draft, typed));
    else if (wasDirty.current) session.writeTabState(tabId, undefined);
    wasDirty.current = dirty;
  });
  useEffect(() => {
    // A saved draft must not be restored after a crash, so the state is cleared immediately.
    const timer = setTimeout(() => keep(), dirty ? SAVE_AFTER_MS : 0);
    return () => clearTimeout(timer);
  }, [draft, dirty, typed.newId, typed.typedDates]);
  useEffect(() => () => keep(), []);
  useEffect(() => {
    const now = () => keep();
    window.addEventListener('pagehide', now);
    return () => window.removeEventListener('pagehide', now);
  }, []);
}

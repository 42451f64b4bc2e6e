/** The initial content of the editor: the tab's draft, a stored index, a copy, a converted one, a merged one, or a new one. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { type Database, type ScreenProps, useSession } from '../../../app/registry/index.ts';
import { getCollectionStats } from '../../../protocol/collections.ts';
import { getStoredIndex, type IndexDefinition } from '../../../protocol/index-definitions.ts';
import { newDraft, readSaved, type IndexDraft } from './index-draft.ts';
import { toForm, type IndexForm } from './index-form.ts';
import { convertAutoIndex } from './convert-auto-index.ts';
import { mergeIndexes } from './merge-indexes.ts';
import { templates } from './templates.ts';

export type InitialDraft =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly kind: 'missing'; readonly name: string; readonly retry: () => void }
  | { readonly kind: 'automatic'; readonly name: string; readonly definition: IndexDefinition }
  | { readonly kind: 'ready'; readonly draft: IndexDraft };

export function useInitialDraft(
  { client, key }: Database,
  { tabId, params }: Pick<ScreenProps, 'tabId' | 'params'>,
): InitialDraft {
  const session = useSession();
  const [kept] = useState(() => readSaved(session.readTabState(tabId)));
  const name = params.index ?? params.convert ?? params.cloneOf;
  const { merge } = params;
  const query = useQuery({
    queryKey: [...key, 'index-editor', 'initial', tabId, name ?? merge ?? null],
    queryFn: async ({ signal }) =>
      name === undefined
        ? {
            kind: 'new' as const,
            form: await (merge === undefined ? firstForm(client, signal) : mergedForm(client, merge, signal)),
          }
        : { kind: 'stored' as const, index: await getStoredIndex(client, name, { signal }) },
    enabled: kept === undefined,
    // Read once: later versions are reported, not loaded.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (kept) return { kind: 'ready', draft: kept };
  const retry = () => void query.refetch();
  if (query.isError) return { kind: 'failed', error: query.error, retry };
  if (query.data === undefined) return { kind: 'loading' };
  if (query.data.kind === 'new') return { kind: 'ready', draft: newDraft(query.data.form, null) };
  const definition = query.data.index?.definition;
  if (definition === undefined) return { kind: 'missing', name: name ?? '', retry };
  if (typeof definition.Type === 'string' && definition.Type.startsWith('Auto'))
    return params.convert === undefined
      ? { kind: 'automatic', name: name ?? '', definition }
      : { kind: 'ready', draft: newDraft(withEngine(convertAutoIndex(definition), params.engine), null) };
  const form = toForm(definition);
  if (params.index === undefined)
    return {
      kind: 'ready',
      draft: newDraft(
        {
          ...withEngine(
            { ...form, name: params.engine === undefined ? `${form.name}/Copy` : form.name },
            params.engine,
          ),
          lockMode: 'Unlock',
        },
        null,
      ),
    };
  return { kind: 'ready', draft: newDraft(form, form) };
}

/** The same index in another search engine, to compare both. */
function withEngine(form: IndexForm, engine: string | undefined): IndexForm {
  return engine === undefined ? form : { ...form, name: `${form.name}/${engine}`, searchEngine: engine };
}

const mergedNames = z.array(z.string());

async function mergedForm(
  client: Database['client'],
  merge: string,
  signal: AbortSignal,
): Promise<IndexForm> {
  const names = mergedNames.parse(JSON.parse(merge));
  const stored = await Promise.all(
    names.map(async (name) => {
      const index = await getStoredIndex(client, name, { signal });
      if (!index) throw new Error(`The index ${name} no longer exists, so it cannot be merged.`);
      return toForm(index.definition);
    }),
  );
  return mergeIndexes(stored);
}

/** A map of the largest collection. */
async function firstForm(client: Database['client'], signal: AbortSignal): Promise<IndexForm> {
  const { collections } = await getCollectionStats(client, { signal });
  const [largest] = collections
    .filter(({ name }) => !name.startsWith('@'))
    .sort((a, b) => b.documents - a.documents);
  const template = templates[0];
  if (!template) throw new Error('There is no template of an index.');
  return template.form(largest?.name ?? 'Collection');
}

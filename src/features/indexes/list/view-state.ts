/** What a tab of the list remembers over a restart. */
import { z } from 'zod';
import { indexFilters } from './index-state.ts';

const viewState = z.object({
  search: z.string().catch(''),
  filter: z.enum(indexFilters).nullable().catch(null),
  sort: z.object({ column: z.string(), descending: z.boolean() }).nullable().catch(null),
  /** Keys of folded groups. */
  folded: z.array(z.string()).catch([]),
  panel: z.enum(['details', 'errors', 'terms', 'groups', 'dependents', 'cleanup']).catch('details'),
  /** The name of the current index. */
  current: z.string().nullable().catch(null),
});
export type ViewState = z.infer<typeof viewState>;

/** Invalid members of a saved state get their default one by one. */
export function readViewState(stored: unknown): ViewState {
  return viewState.parse(typeof stored === 'object' && stored !== null ? stored : {});
}

/** What a tab of the batches remembers over a restart. */
import { z } from 'zod';

const keys = z.array(z.string()).catch([]);

const viewState = z.object({
  /** The index whose batches are shown; null for all. Undefined: as the tab was opened. */
  index: z.string().nullable().optional().catch(undefined),
  utc: z.boolean().catch(false),
  foldPauses: z.boolean().catch(true),
  panel: z.enum(['batch', 'table']).catch('batch'),
  /** Shows steps without time. */
  withIdle: z.boolean().catch(false),
  collapsed: keys,
  pinned: keys,
});
export type BatchesView = z.infer<typeof viewState>;

/** Invalid members of a saved state get their default one by one. */
export function readBatchesView(stored: unknown): BatchesView {
  return viewState.parse(typeof stored === 'object' && stored !== null ? stored : {});
}

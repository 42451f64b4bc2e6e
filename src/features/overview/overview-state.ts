/** What an overview tab keeps over a reload. Watching requests is not kept: it makes the server report each of them. */
import { z } from 'zod';
import { comparisons } from './changes/compared-spans.ts';

const state = z.object({
  comparison: z.enum(comparisons).catch('2'),
  /** The tag of another node than the connected one; null: the connected one. */
  node: z.string().nullable().catch(null),
});
export type OverviewState = z.infer<typeof state>;

export function readOverviewState(saved: unknown): OverviewState {
  return state.parse(typeof saved === 'object' && saved !== null ? saved : {});
}

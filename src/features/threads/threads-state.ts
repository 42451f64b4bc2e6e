/** What a threads tab keeps across a restart. Captures are not among it: they are exported. Pure. */
import { z } from 'zod';
import { sortable } from './thread-rows.ts';

export const stackViews = ['icicle', 'list', 'text'] as const;
export type StackView = (typeof stackViews)[number];

const state = z.object({
  tab: z.enum(['live', 'stacks']).catch('live'),
  filter: z.string().catch(''),
  sort: z.object({ key: z.enum(sortable), descending: z.boolean() }).catch({ key: 'cpu', descending: true }),
  view: z.enum(stackViews).catch('icicle'),
  search: z.string().catch(''),
  ownOnly: z.boolean().catch(false),
});
export type ThreadsState = z.infer<typeof state>;

export function readThreadsState(stored: unknown): ThreadsState {
  return state.parse(typeof stored === 'object' && stored !== null ? stored : {});
}

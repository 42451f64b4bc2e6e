/** The saved state of a tab. Pure. */
import { z } from 'zod';
import { archivedBehaviors } from '../../protocol/subscriptions.ts';

export const startChoices = ['BeginningOfTime', 'LastDocument', 'DoNotChange', 'vector'] as const;
export type StartChoice = (typeof startChoices)[number];

/** What the form holds. */
export const draft = z.object({
  /** Of the subscription that is changed; null: a new one. */
  edited: z.string().nullable(),
  name: z.string(),
  query: z.string(),
  start: z.enum(startChoices),
  vector: z.string(),
  /** As the server names it; a newer server can have more. */
  archived: z.string(),
});
export type Draft = z.infer<typeof draft>;

const state = z.object({
  filter: z.string().catch(''),
  selected: z.string().nullable().catch(null),
  /** Null: the list is shown. */
  draft: draft.nullable().catch(null),
});
export type SubscriptionsState = z.infer<typeof state>;
export type ChangeState = (change: Partial<SubscriptionsState>) => void;

export const newDraft: Draft = {
  edited: null,
  name: '',
  query: '',
  start: 'BeginningOfTime',
  vector: '',
  archived: archivedBehaviors[0],
};

/** Parses saved state; without any, the parameters of the tab decide. Invalid members fall back one by one. */
export function readState(saved: unknown, params: Readonly<Record<string, string>>): SubscriptionsState {
  if (typeof saved === 'object' && saved !== null) return state.parse(saved);
  return {
    filter: '',
    selected: params.name ?? null,
    draft: params.view === 'create' ? newDraft : null,
  };
}

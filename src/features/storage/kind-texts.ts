/** How kinds of space are named and drawn. */
import type { SpaceKind } from './space-items.ts';

interface KindText {
  readonly label: string;
  /** Of tokens; stripes where the colour is that of another kind. */
  readonly background: string;
}

const stripes = (token: string): string =>
  `repeating-linear-gradient(135deg, var(${token}) 0 2px, var(--surface-1) 2px 4px)`;

export const kindTexts: Readonly<Record<SpaceKind, KindText>> = {
  documents: { label: 'Documents', background: 'var(--accent)' },
  revisions: { label: 'Revisions', background: stripes('--env-blue') },
  attachments: { label: 'Attachments', background: 'var(--env-violet)' },
  counters: { label: 'Counters', background: 'var(--env-green)' },
  'time series': { label: 'Time series', background: 'var(--env-red)' },
  tombstones: { label: 'Tombstones', background: 'var(--text-1)' },
  index: { label: 'Indexes', background: 'var(--env-amber)' },
  journals: { label: 'Journals', background: 'var(--io-journal)' },
  free: { label: 'Free', background: 'var(--surface-0)' },
  temporary: { label: 'Temporary', background: 'var(--border-strong)' },
  other: { label: 'Other', background: stripes('--border-strong') },
};

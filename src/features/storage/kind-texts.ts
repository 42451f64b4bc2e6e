/** How kinds of space are named and drawn. */
import type { SpaceKind } from './space-items.ts';

interface KindText {
  readonly label: string;
  /** A colour of the tokens; free space has none. */
  readonly color: string;
}

export const kindTexts: Readonly<Record<SpaceKind, KindText>> = {
  documents: { label: 'Documents', color: 'var(--accent)' },
  revisions: { label: 'Revisions', color: 'var(--env-blue)' },
  attachments: { label: 'Attachments', color: 'var(--env-violet)' },
  counters: { label: 'Counters', color: 'var(--env-green)' },
  'time series': { label: 'Time series', color: 'var(--env-red)' },
  tombstones: { label: 'Tombstones', color: 'var(--text-1)' },
  index: { label: 'Indexes', color: 'var(--env-amber)' },
  journals: { label: 'Journals', color: 'var(--io-journal)' },
  free: { label: 'Free', color: 'var(--surface-0)' },
  temporary: { label: 'Temporary', color: 'var(--border-strong)' },
  other: { label: 'Other', color: 'var(--border)' },
};

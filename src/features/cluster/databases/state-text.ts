import { trendText } from '../../../protocol/gap-trend.ts';
import { formatCount, pluralize, type BadgeTone } from '../../../ui/index.ts';
import type { DatabaseCell, DatabaseRow, DatabaseState } from './database-rows.ts';

export const stateTexts: Readonly<
  Record<DatabaseState, { readonly tone: BadgeTone; readonly label: string }>
> = {
  mismatch: { tone: 'danger', label: 'Mismatch' },
  stuck: { tone: 'danger', label: 'Stuck' },
  problem: { tone: 'danger', label: 'Problem' },
  lagging: { tone: 'warning', label: 'Lagging' },
  indexing: { tone: 'info', label: 'Indexing' },
  current: { tone: 'success', label: 'Current' },
  unknown: { tone: 'neutral', label: 'Not reported' },
};

/** `1,059`, `1,020, 39 changes behind`, `Rehab`, `Idle`. */
export function cellText(cell: DatabaseCell | undefined): string {
  if (!cell) return '';
  const count = cell.documents === null ? (cell.status ?? 'Not reported') : formatCount(cell.documents);
  const parts = [
    cell.role === 'rehab' ? 'Rehab' : cell.role === 'promotable' ? 'Promotable' : '',
    count,
    cell.missing !== null && cell.missing > 0 ? `${formatCount(cell.missing)} behind` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** The lag of a node with its trend; null where nothing is missing. */
export function lagText(cell: DatabaseCell, now: number): string | null {
  if (cell.missing === null) return null;
  if (cell.missing === 0) return 'None';
  const trend = trendText(cell.trend, now);
  return `${pluralize(cell.missing, 'change')}${trend === '' ? '' : `, ${trend}`}`;
}

/** Rows that match the filter. */
export function filterRows(
  rows: readonly DatabaseRow[],
  filter: string,
  onlyProblems: boolean,
): readonly DatabaseRow[] {
  const wanted = filter.trim().toLowerCase();
  return rows.filter(
    ({ name, state }) =>
      (wanted === '' || name.toLowerCase().includes(wanted)) &&
      (!onlyProblems || !['current', 'indexing', 'unknown'].includes(state)),
  );
}

/** Recent queries of this database, newest first. */
import { History } from 'lucide-react';
import { Button, formatAgo, formatMs, pluralize, Menu } from '../../../ui/index.ts';
import type { PastRun } from './query-state.ts';

interface HistoryMenuProps {
  readonly history: readonly PastRun[];
  readonly onPick: (past: PastRun) => void;
}

export function HistoryMenu({ history, onPick }: HistoryMenuProps) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" icon={<History />} disabled={history.length === 0}>
          History
        </Button>
      }
      items={history.map((past, index) => ({
        id: String(index),
        label: oneLine(past.query),
        hint: `${formatAgo(past.at)} · ${past.total === null ? 'failed' : `${pluralize(past.total, 'result')} in ${formatMs(past.ms ?? 0)}`}`,
        onSelect: () => onPick(past),
      }))}
    />
  );
}

function oneLine(query: string): string {
  const line = query.replaceAll(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}

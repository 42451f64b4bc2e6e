/** Formats a change, and defines the columns of the table of changes. */
import type { Change, StackNode } from '../../charts/flame/index.ts';
import { formatCount, type GridColumn } from '../../ui/index.ts';
import styles from './threads.module.css';

export interface ChangeRow {
  readonly node: StackNode;
  readonly change: Change;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Percentage points with an explicit sign. */
function points({ beforeShare, afterShare }: Change): string {
  const difference = (afterShare - beforeShare) * 100;
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '±';
  return `${sign}${Math.abs(difference).toFixed(1)}`;
}

export function changeText(change: Change | undefined): string {
  if (!change) return '';
  const { kind, before, after, beforeShare, afterShare } = change;
  return `${kind}, ${formatCount(before)} (${percent(beforeShare)}) before, ${formatCount(after)} (${percent(afterShare)}) after`;
}

export function changeMark(change: Change | undefined): string {
  if (!change || change.kind === 'same') return '';
  return change.kind === 'new' || change.kind === 'gone' ? change.kind : points(change);
}

export function changeColumns(isOwn: (frame: string) => boolean): GridColumn<ChangeRow>[] {
  const side = (
    id: 'before' | 'after',
    title: string,
    share: (change: Change) => number,
  ): GridColumn<ChangeRow> => ({
    id,
    title,
    width: 130,
    align: 'end',
    mono: true,
    render: ({ change }) => (
      <span>
        {formatCount(change[id])} <span className={styles.quiet}>{percent(share(change))}</span>
      </span>
    ),
  });
  return [
    {
      id: 'kind',
      title: 'Change',
      width: 90,
      render: ({ change }) => (
        <span className={styles.changeKind} data-tone={change.kind}>
          {change.kind}
        </span>
      ),
    },
    {
      id: 'points',
      title: 'Points',
      width: 90,
      align: 'end',
      mono: true,
      render: ({ change }) => points(change),
    },
    side('before', 'Before', (change) => change.beforeShare),
    side('after', 'After', (change) => change.afterShare),
    {
      id: 'frame',
      title: 'Frame and callees',
      width: 520,
      mono: true,
      render: ({ node }) => (
        <span title={node.frame} className={isOwn(node.frame) ? styles.ownFrame : undefined}>
          {node.frame}
        </span>
      ),
    },
  ];
}

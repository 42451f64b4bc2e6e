/** Indexes that may not be needed, each with its evidence, and deleting the chosen ones. */
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Combine, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { getIndexOutlines } from '../../../protocol/index-outlines.ts';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import {
  Badge,
  Button,
  CopyButton,
  DataGrid,
  EmptyState,
  ErrorView,
  formatCount,
  IdLink,
  pluralize,
  Select,
  SkeletonRows,
  type BadgeTone,
  type GridColumn,
} from '../../../ui/index.ts';
import { findAdvice, type Advice } from './index-advice.ts';
import styles from '../indexes.module.css';

const kinds: Readonly<Record<Advice['kind'], { readonly label: string; readonly tone: BadgeTone }>> = {
  duplicate: { label: 'Duplicate', tone: 'warning' },
  redundant: { label: 'Redundant', tone: 'warning' },
  mergeable: { label: 'Mergeable', tone: 'info' },
  unused: { label: 'Unused', tone: 'neutral' },
};
const periods = ['1', '7', '30', '90', '365'] as const;
const FRESH_MS = 60_000;

export function CleanupPanel(props: {
  readonly database: Database;
  readonly indexes: readonly IndexStats[];
  readonly onShow: (name: string) => void;
  readonly onDelete: (indexes: readonly IndexStats[]) => void;
  /** Opens a new index in place of these; null without an editor. */
  readonly onMerge: ((names: readonly string[]) => void) | null;
}): ReactNode {
  const { database, indexes } = props;
  const [unusedDays, setUnusedDays] = useState<(typeof periods)[number]>('30');
  const [openedAt] = useState(() => Date.now());
  const outlines = useQuery({
    queryKey: [...database.key, 'indexes', 'outlines'],
    queryFn: ({ signal }) => getIndexOutlines(database.client, { signal }),
    staleTime: FRESH_MS,
  });
  const days = (count: number) => pluralize(count, 'day');
  const advice = outlines.data
    ? findAdvice(indexes, outlines.data, { now: openedAt, unusedDays: Number(unusedDays), days })
    : [];
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const named = new Set(advice.map(({ index }) => index));
  const selected = indexes.filter(({ name }) => chosen.has(name) && named.has(name));
  const { onMerge } = props;
  const merge = advice.find(({ index, merge: names }) => names !== undefined && chosen.has(index))?.merge;
  const needed = selected.find(({ name }) =>
    advice.every(({ index, kind }) => index !== name || kind === 'mergeable'),
  );

  const body = () => {
    if (outlines.isError && outlines.data === undefined)
      return (
        <ErrorView
          error={outlines.error}
          doing="Loading the definitions of the indexes"
          onRetry={() => void outlines.refetch()}
        />
      );
    if (outlines.data === undefined) return <SkeletonRows rows={4} label="Loading definitions" />;
    if (advice.length === 0)
      return (
        <EmptyState
          icon={CircleCheck}
          title="Nothing to clean up"
          text={`No duplicate, redundant or mergeable index, and none without a query for ${days(Number(unusedDays))}.`}
        />
      );
    return (
      <DataGrid
        label="Cleanup advice"
        columns={columns(props.onShow)}
        rowCount={advice.length}
        row={(at) => advice[at]}
        onOpen={(at) => {
          const name = advice[at]?.index;
          if (name !== undefined) props.onShow(name);
        }}
        selection={{
          has: (at) => chosen.has(advice[at]?.index ?? ''),
          state: selected.length === 0 ? 'none' : selected.length === named.size ? 'all' : 'some',
          toggle: (at) => {
            const name = advice[at]?.index;
            if (name === undefined) return;
            const next = new Set(chosen);
            if (!next.delete(name)) next.add(name);
            setChosen(next);
          },
          selectRange: (from, to) =>
            setChosen(
              new Set(advice.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ index }) => index)),
            ),
          selectAll: () => setChosen(named),
          clear: () => setChosen(new Set()),
          nameOf: (at) => advice[at]?.index ?? `row ${at + 1}`,
        }}
      />
    );
  };

  return (
    <div className={styles.panel}>
      <div className={styles.panelBar}>
        <Select
          label="Unused for"
          hideLabel
          value={unusedDays}
          onChange={setUnusedDays}
          options={periods.map((value) => ({ value, label: `Unused for ${days(Number(value))}` }))}
        />
        <span className={styles.quiet}>
          Servers can lose the time of the last query at a restart. Check the evidence before you delete.
        </span>
        <span className={styles.space} />
        <CopyButton
          label="Copy advice"
          text={() =>
            advice
              .map(({ kind, index, evidence }) => `${kinds[kind].label}\t${index}\t${evidence}`)
              .join('\n')
          }
        />
        {onMerge !== null && (
          <Button
            icon={<Combine />}
            disabledReason={
              database.writeRefusal ?? (merge ? undefined : 'Select a mergeable index of the list.')
            }
            onClick={() => merge && onMerge(merge)}
          >
            Merge into a new index
          </Button>
        )}
        <Button
          variant="danger"
          icon={<Trash2 />}
          disabled={selected.length === 0}
          disabledReason={
            database.writeRefusal ??
            (needed
              ? `No other index has the fields of ${needed.name}. Save the merged index first.`
              : undefined)
          }
          onClick={() => props.onDelete(selected)}
        >
          {selected.length === 0 ? 'Delete…' : `Delete ${formatCount(selected.length)}…`}
        </Button>
      </div>
      <div className={styles.panelBody}>{body()}</div>
    </div>
  );
}

function columns(onShow: (name: string) => void): readonly GridColumn<Advice>[] {
  return [
    {
      id: 'kind',
      title: 'Advice',
      width: 110,
      render: ({ kind }) => <Badge tone={kinds[kind].tone}>{kinds[kind].label}</Badge>,
    },
    { id: 'index', title: 'Index', width: 300, render: ({ index }) => <IdLink id={index} onOpen={onShow} /> },
    {
      id: 'other',
      title: 'Same, more, or merged with',
      width: 300,
      render: ({ other }) => (other === null ? '–' : <IdLink id={other} onOpen={onShow} />),
    },
    {
      id: 'evidence',
      title: 'Evidence',
      width: 520,
      render: ({ evidence }) => <span title={evidence}>{evidence}</span>,
    },
  ];
}

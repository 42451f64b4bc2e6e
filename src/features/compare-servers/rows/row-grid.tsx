/** The compared values of one section. */
import { useState, type ReactNode } from 'react';
import { Badge, SortedGrid, formatCount, type BadgeTone } from '../../../ui/index.ts';
import type { CompareRow, RowState } from './compare-row.ts';
import styles from '../compare.module.css';

const badges: Readonly<Record<RowState, { readonly tone: BadgeTone; readonly text: string }>> = {
  same: { tone: 'success', text: 'Same' },
  different: { tone: 'warning', text: 'Different' },
  contradiction: { tone: 'danger', text: 'Mismatch' },
  information: { tone: 'neutral', text: 'Not compared' },
  unknown: { tone: 'neutral', text: 'Not reported' },
};

export const stateText = (state: RowState): string => badges[state].text;

function shown(value: string | number | null): string {
  if (value === null) return '–';
  return typeof value === 'number' ? formatCount(value) : value;
}

export function RowGrid({
  label,
  rows,
  empty,
  busy,
}: {
  readonly label: string;
  readonly rows: readonly CompareRow[];
  readonly empty: string;
  readonly busy: boolean;
}): ReactNode {
  const [selected, setSelected] = useState<number | null>(null);
  const details = selected === null ? undefined : rows[selected];
  return (
    <div className={styles.section}>
      <div className={styles.grid}>
        <SortedGrid<CompareRow>
          label={label}
          rowCount={rows.length}
          row={(index) => rows[index]}
          selected={selected}
          onSelect={setSelected}
          busy={busy}
          empty={<p className={styles.note}>{empty}</p>}
          columns={[
            {
              id: 'subject',
              title: 'Subject',
              width: 250,
              value: ({ subject }) => subject,
              render: ({ subject }) => subject,
            },
            {
              id: 'aspect',
              title: 'Value',
              width: 160,
              value: ({ aspect }) => aspect,
              render: ({ aspect }) => aspect,
            },
            {
              id: 'left',
              title: 'Left',
              width: 150,
              mono: true,
              align: 'end',
              render: ({ left }) => shown(left),
            },
            {
              id: 'right',
              title: 'Right',
              width: 150,
              mono: true,
              align: 'end',
              render: ({ right }) => shown(right),
            },
            {
              id: 'state',
              title: 'Result',
              width: 120,
              value: ({ state }) => badges[state].text,
              render: ({ state }) => <Badge tone={badges[state].tone}>{badges[state].text}</Badge>,
            },
            { id: 'note', title: 'Explanation', width: 520, render: ({ note }) => note },
          ]}
        />
      </div>
      {details !== undefined && (
        <dl className={styles.details} aria-label="Selected value">
          <dt>
            {details.subject}: {details.aspect}
          </dt>
          <dd>
            <b>Left</b> {shown(details.left)}
          </dd>
          <dd>
            <b>Right</b> {shown(details.right)}
          </dd>
          {details.note !== '' && <dd>{details.note}</dd>}
        </dl>
      )}
    </div>
  );
}

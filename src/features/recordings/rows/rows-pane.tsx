/** The tables, limited to the visible time. Those without rows in the recording are named, not opened. */
import { useState, type ReactNode } from 'react';
import type { RecordingTable } from '../../../contract/index.ts';
import type { OpenRecording } from '../../../protocol/recordings.ts';
import { formatCompact, Tabs } from '../../../ui/index.ts';
import styles from '../recordings.module.css';
import { RowGrid } from './row-grid.tsx';

const tables: readonly { readonly id: RecordingTable; readonly title: string }[] = [
  { id: 'requests', title: 'Requests' },
  { id: 'queries', title: 'Queries' },
  { id: 'batches', title: 'Index batches' },
  { id: 'logs', title: 'Logs' },
  { id: 'notifications', title: 'Notifications' },
  { id: 'events', title: 'Recorder' },
  { id: 'stacks', title: 'Stacks' },
];

interface RowsPaneProps {
  readonly recording: OpenRecording;
  readonly from: number;
  readonly to: number;
  readonly utc: boolean;
  /** With the time of the selected row, µs since 1970. */
  readonly onMoment: (us: number) => void;
}

export function RowsPane({ recording, from, to, utc, onMoment }: RowsPaneProps): ReactNode {
  const { counts } = recording.overview;
  const countOf = (table: RecordingTable): number => counts.find((each) => each.table === table)?.rows ?? 0;
  const isEmpty = tables.every(({ id }) => countOf(id) === 0);
  const [chosen, setChosen] = useState<RecordingTable>(
    tables.find(({ id }) => countOf(id) > 0)?.id ?? 'requests',
  );
  if (isEmpty)
    return <p className={styles.note}>The recording has no requests, queries, batches, logs or stacks.</p>;
  return (
    <Tabs<RecordingTable>
      label="Rows of the recording"
      value={chosen}
      onChange={setChosen}
      items={tables.map(({ id, title }) => ({
        id,
        label: (
          <>
            {title} <span className={styles.count}>{formatCompact(countOf(id))}</span>
          </>
        ),
        disabled: countOf(id) === 0,
        panel: (
          <RowGrid
            key={id}
            recording={recording}
            table={id}
            title={title}
            from={from}
            to={to}
            utc={utc}
            onMoment={onMoment}
          />
        ),
      }))}
    />
  );
}

import { useMemo, type ReactNode } from 'react';
import { panBy, widthOf, type ViewWindow } from '../../charts/timeline/index.ts';
import { DataGrid, formatBytes, formatMs } from '../../ui/index.ts';
import { formatServerDate } from '../../protocol/server-date.ts';
import { ioKinds } from './io-kinds.ts';
import type { IoRecording } from './io-recording.ts';

/** The same events as rows: the accessible twin of the canvas, newest first. Opening a row shows it in the timeline. */
export function EventTable(props: {
  recording: IoRecording;
  version: number;
  view: ViewWindow;
  utc: boolean;
  onReveal: (view: ViewWindow) => void;
}): ReactNode {
  const { recording, version, view, utc, onReveal } = props;
  const { columns, files } = recording;
  const order = useMemo(() => {
    const rows = Array.from({ length: columns.length }, (_, row) => row);
    return rows.sort((a, b) => (columns.start[b] ?? 0) - (columns.start[a] ?? 0));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- columns grow in place; the version says when
  }, [columns, version]);

  return (
    <DataGrid
      label="I/O events"
      rowCount={order.length}
      row={(index) => order[index]}
      onOpen={(index) => {
        const start = columns.start[order[index] ?? 0] ?? 0;
        onReveal(panBy(view, start - view.from - widthOf(view) / 2));
      }}
      columns={[
        {
          id: 'start',
          title: utc ? 'Start (UTC)' : 'Start',
          width: 210,
          render: (row) => timeText(columns.start[row] ?? 0, utc),
        },
        { id: 'kind', title: 'Kind', width: 130, render: (row) => kindText(recording, row) },
        {
          id: 'duration',
          title: 'Duration',
          width: 100,
          align: 'end',
          render: (row) => formatMs(columns.duration[row] ?? 0),
        },
        {
          id: 'size',
          title: 'Size',
          width: 100,
          align: 'end',
          render: (row) => formatBytes(columns.size[row] ?? 0),
        },
        {
          id: 'group',
          title: 'Environment',
          width: 180,
          render: (row) => recording.environmentLabel(columns.group[row] ?? -1),
        },
        {
          id: 'file',
          title: 'File',
          width: 260,
          render: (row) => files[columns.source[row] ?? 0]?.name ?? '',
        },
      ]}
    />
  );
}

function kindText(recording: IoRecording, row: number): string {
  const { kind, folded } = recording.columns.at(row);
  const label = ioKinds[kind]?.label ?? '';
  return folded ? `${label} (folded)` : label;
}

function timeText(ms: number, utc: boolean): string {
  if (utc) return formatServerDate(ms).replace('T', ' ').slice(0, 24);
  const date = new Date(ms);
  const two = (value: number, width = 2): string => String(value).padStart(width, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${two(date.getMilliseconds(), 3)}`;
}

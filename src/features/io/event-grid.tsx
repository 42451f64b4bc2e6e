import type { ReactNode } from 'react';
import type { EventRef } from '../../charts/timeline/index.ts';
import { formatServerDate } from '../../protocol/server-date.ts';
import { DataGrid, formatBytes, formatMs } from '../../ui/index.ts';
import { ioKinds } from './io-kinds.ts';
import type { IoRecording } from './io-recording.ts';

/** Events as rows; opening one shows it in the timeline. */
export function EventGrid(props: {
  recording: IoRecording;
  label: string;
  events: readonly EventRef[];
  utc: boolean;
  busy?: boolean;
  empty?: ReactNode;
  onOpen: (event: EventRef) => void;
  onSelect?: (event: EventRef) => void;
}): ReactNode {
  const { recording, events, utc, onOpen, onSelect } = props;
  return (
    <DataGrid
      label={props.label}
      rowCount={events.length}
      row={(index) => events[index]}
      busy={props.busy ?? false}
      empty={props.empty}
      onOpen={(index) => {
        const event = events[index];
        if (event) onOpen(event);
      }}
      onSelect={(index) => {
        const event = events[index];
        if (event) onSelect?.(event);
      }}
      columns={[
        {
          id: 'start',
          title: utc ? 'Start (UTC)' : 'Start',
          width: 210,
          render: ({ lane, row }) => timeText(lane.start(row), utc),
        },
        { id: 'kind', title: 'Kind', width: 130, render: ({ lane }) => ioKinds[lane.kind]?.label ?? '' },
        {
          id: 'duration',
          title: 'Duration',
          width: 100,
          align: 'end',
          render: ({ lane, row }) => formatMs(lane.rows.duration[row] ?? 0),
        },
        {
          id: 'size',
          title: 'Size',
          width: 100,
          align: 'end',
          render: ({ lane, row }) => formatBytes(lane.rows.size[row] ?? 0),
        },
        {
          id: 'environment',
          title: 'Environment',
          width: 220,
          render: ({ lane }) => environmentText(recording, lane.group),
        },
        {
          id: 'file',
          title: 'File',
          width: 260,
          render: ({ lane, row }) => recording.fileOf(lane.group, lane.rows.source[row] ?? 0)?.name ?? '',
        },
      ]}
    />
  );
}

export function environmentText(recording: IoRecording, group: number): string {
  const name = recording.environmentName(group);
  return recording.sources.length > 1 ? `${name} · ${recording.sourceOf(group)?.name ?? ''}` : name;
}

export function timeText(ms: number, utc: boolean): string {
  if (utc) return formatServerDate(ms).replace('T', ' ').slice(0, 24);
  const date = new Date(ms);
  const two = (value: number, width = 2): string => String(value).padStart(width, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${two(date.getMilliseconds(), 3)}`;
}

import type { ReactNode } from 'react';
import { formatBytes, formatDateTime, formatMs } from '../../ui/index.ts';
import { ioKinds } from './io-kinds.ts';
import type { IoRecording } from './io-recording.ts';
import styles from './io.module.css';

export interface EventLine {
  readonly name: string;
  readonly value: string;
}

/** What there is to say about an event: size, duration, speed, file. */
export function eventLines(recording: IoRecording, row: number): readonly EventLine[] {
  const event = recording.columns.at(row);
  const kind = ioKinds[event.kind];
  const file = recording.files[event.source];
  const busy = event.folded ? event.extraB : event.duration;
  const lines: EventLine[] = [
    {
      name: 'Duration',
      value: event.folded ? `${formatMs(busy)} at work in ${formatMs(event.duration)}` : formatMs(busy),
    },
    { name: 'Size', value: `${formatBytes(event.size)} (${event.size.toLocaleString('en')} bytes)` },
  ];
  if (busy > 0) lines.push({ name: 'Speed', value: `${formatBytes((event.size / busy) * 1000)}/s` });
  if (kind?.type === 'Compression') {
    // Live deltas of a server leave the compressed size out; then there is no ratio to show.
    if (event.extraB > 0)
      lines.push({
        name: 'Compressed',
        value: `${formatBytes(event.extraB)} (${((event.extraB / Math.max(1, event.size)) * 100).toFixed(1)} %)`,
      });
  } else if (event.extraA > 0) lines.push({ name: 'File size', value: formatBytes(event.extraA) });
  lines.push({ name: 'Start', value: formatDateTime(event.start) });
  if (file)
    lines.push({ name: 'File', value: file.status === 'Closed' ? `${file.name} (closed)` : file.name });
  return lines;
}

export function describeEvent(recording: IoRecording, row: number): string {
  const event = recording.columns.at(row);
  const kind = ioKinds[event.kind]?.label ?? 'Event';
  const parts = eventLines(recording, row).map(({ name, value }) => `${name} ${value}`);
  return `${event.folded ? 'Folded history of ' : ''}${kind}: ${parts.join(', ')}`;
}

export function EventDetails({ recording, row }: { recording: IoRecording; row: number }): ReactNode {
  const event = recording.columns.at(row);
  const kind = ioKinds[event.kind];
  return (
    <>
      <div className={styles.tooltipTitle}>
        <span className={styles.swatch} style={{ background: `var(${kind?.token ?? '--text-1'})` }} />
        {kind?.label}
        {event.folded && ' (folded history)'}
      </div>
      <dl className={styles.facts}>
        {eventLines(recording, row).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

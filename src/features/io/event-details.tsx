import type { ReactNode } from 'react';
import type { EventRef, Hit } from '../../charts/timeline/index.ts';
import { formatBytes, formatDateTime, formatMs, pluralize } from '../../ui/index.ts';
import { compressedOf } from './decode/event-extra.ts';
import { COMPRESSION, ioKinds } from './io-kinds.ts';
import type { IoRecording } from './io-recording.ts';
import styles from './io.module.css';

export interface EventLine {
  readonly name: string;
  readonly value: string;
}

/** The details of an event: size, duration, speed, file. */
export function eventLines(recording: IoRecording, { lane, row }: EventRef): readonly EventLine[] {
  const duration = lane.rows.duration[row] ?? 0;
  const size = lane.rows.size[row] ?? 0;
  const extra = lane.rows.extra[row] ?? 0;
  const file = recording.fileOf(lane.group, lane.rows.source[row] ?? 0);
  const lines: EventLine[] = [
    { name: 'Duration', value: formatMs(duration) },
    { name: 'Size', value: `${formatBytes(size)} (${pluralize(size, 'byte')})` },
  ];
  if (duration > 0) lines.push({ name: 'Speed', value: `${formatBytes((size / duration) * 1000)}/s` });
  if (lane.kind === COMPRESSION) {
    const compressed = compressedOf(extra);
    // Live deltas of a server omit the compressed size; then there is no ratio.
    if (compressed > 0)
      lines.push({
        name: 'Compressed',
        value: `${formatBytes(compressed)} (${((compressed / Math.max(1, size)) * 100).toFixed(1)} %)`,
      });
  } else if (extra > 0) lines.push({ name: 'File size', value: formatBytes(extra) });
  lines.push({ name: 'Start', value: startText(lane.start(row)) });
  if (file)
    lines.push({ name: 'File', value: file.status === 'Closed' ? `${file.name} (closed)` : file.name });
  return lines;
}

const startText = (ms: number): string =>
  `${formatDateTime(ms)}.${String(Math.floor(ms % 1000)).padStart(3, '0')}`;

export function describeEvent(recording: IoRecording, event: EventRef): string {
  const kind = ioKinds[event.lane.kind]?.label ?? 'Event';
  const parts = eventLines(recording, event).map(({ name, value }) => `${name} ${value}`);
  return `${kind} of ${recording.environmentName(event.lane.group)}: ${parts.join(', ')}`;
}

function foldedLines(recording: IoRecording, hit: Extract<Hit, { type: 'folded' }>): readonly EventLine[] {
  const { span } = hit;
  const summary = recording.summaries[span.note];
  const file = recording.fileOf(hit.group.id, span.source);
  const lines: EventLine[] = [
    { name: 'From', value: startText(span.start) },
    { name: 'To', value: startText(span.end) },
    { name: 'Total size', value: formatBytes(span.size) },
  ];
  if (summary)
    lines.push(
      { name: 'Active', value: `${formatMs(summary.active)} of ${formatMs(span.end - span.start)}` },
      { name: 'Shortest, longest', value: `${formatMs(summary.shortest)}, ${formatMs(summary.longest)}` },
    );
  if (file) lines.push({ name: 'File', value: file.name });
  return lines;
}

/** The card of a timeline item. */
export function HitDetails({ recording, hit }: { recording: IoRecording; hit: Hit }): ReactNode {
  if (hit.type === 'flame')
    return (
      <Card
        title={hit.span.name}
        lines={[
          { name: 'Took', value: formatMs(hit.span.end - hit.span.start) },
          { name: hit.span.depth === 0 ? 'Start' : 'Start (as drawn)', value: startText(hit.span.start) },
          ...(hit.span.failed ? [{ name: 'Failed', value: 'some items' }] : []),
        ]}
      />
    );
  const kind = ioKinds[hit.type === 'event' ? hit.event.lane.kind : hit.kind];
  return (
    <Card
      title={hit.type === 'folded' ? `${kind?.label ?? ''}, aggregated history` : (kind?.label ?? '')}
      token={kind?.token}
      lines={hit.type === 'event' ? eventLines(recording, hit.event) : foldedLines(recording, hit)}
    />
  );
}

function Card(props: { title: string; token?: string | undefined; lines: readonly EventLine[] }): ReactNode {
  return (
    <>
      <div className={styles.tooltipTitle}>
        {props.token !== undefined && (
          <span className={styles.swatch} style={{ background: `var(${props.token})` }} />
        )}
        {props.title}
      </div>
      <dl className={styles.facts}>
        {props.lines.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

import type { ReactNode } from 'react';
import type { EventRef, TimelineGroup, ViewWindow } from '../../charts/timeline/index.ts';
import { formatCount, pluralize } from '../../ui/index.ts';
import { EventGrid } from './event-grid.tsx';
import type { IoRecording } from './io-recording.ts';
import { orderedEvents } from './ordered-events.ts';
import { useSliced } from './use-sliced.ts';
import styles from './io.module.css';

/** The events as rows: the accessible alternative to the canvas. */
export function EventTable(props: {
  recording: IoRecording;
  groups: readonly TimelineGroup[];
  hiddenKinds: readonly number[];
  range: ViewWindow;
  rangeKey: string;
  utc: boolean;
  onReveal: (event: EventRef) => void;
  onSelect: (event: EventRef) => void;
}): ReactNode {
  const { recording, groups, hiddenKinds, range, rangeKey, utc } = props;
  const { value, busy } = useSliced(`events|${rangeKey}|${hiddenKinds.join()}`, () =>
    orderedEvents(recording.store, groups, hiddenKinds, range),
  );
  const events = value?.events ?? [];
  return (
    <div className={styles.tablePanel}>
      {value && value.count > events.length && (
        <p className={styles.notice} role="status">
          The first {formatCount(events.length)} of {pluralize(value.count, 'event')} in this range. Zoom in
          or select a smaller range to see more.
        </p>
      )}
      <EventGrid
        {...{ recording, events, utc, busy }}
        label="I/O events"
        empty="No events in this range"
        onOpen={props.onReveal}
        onSelect={props.onSelect}
      />
    </div>
  );
}

import type { ReactNode } from 'react';
import { amountOf, type Hit } from '../../charts/timeline/index.ts';
import { formatBytes, Tooltip } from '../../ui/index.ts';
import { ioKinds } from './io-kinds.ts';
import type { IoRecording } from './io-recording.ts';
import styles from './io.module.css';

/** Colour is the kind, its strength the size; a marker shows the event under the pointer. */
export function Legend({
  recording,
  hovered,
}: {
  recording: IoRecording;
  hovered: Hit | undefined;
}): ReactNode {
  const { store } = recording;
  const event = hovered?.type === 'event' ? hovered.event : undefined;
  return (
    <ul className={styles.legend} aria-label="Legend">
      {ioKinds.map((kind, index) => {
        const largest = store.largest(index);
        const here = event?.lane.kind === index ? event.lane.rows.size[event.row] : undefined;
        return (
          <li key={kind.type}>
            <Tooltip content={kind.description}>
              <span>{kind.label}</span>
            </Tooltip>
            <span className={styles.ramp} style={{ '--ramp': `var(${kind.token})` } as React.CSSProperties}>
              {here !== undefined && (
                <span className={styles.marker} style={{ left: `${amountOf(here, largest) * 100}%` }} />
              )}
            </span>
            <span className={styles.legendLimit}>{largest > 0 ? formatBytes(largest) : '–'}</span>
          </li>
        );
      })}
      <li className={styles.legendRange}>stronger colour: larger · hatched: aggregated history</li>
    </ul>
  );
}

import type { ReactNode } from 'react';
import { brightness } from '../../charts/timeline/index.ts';
import { formatBytes, Tooltip } from '../../ui/index.ts';
import { ioKinds } from './io-kinds.ts';
import type { IoRecording } from './io-recording.ts';
import styles from './io.module.css';

/** Colour tells the kind, brightness the size; a marker shows where the event under the pointer stands. */
export function Legend({
  recording,
  hovered,
}: {
  recording: IoRecording;
  version: number;
  hovered: number | undefined;
}): ReactNode {
  const { columns } = recording;
  const event = hovered === undefined ? undefined : columns.at(hovered);
  return (
    <ul className={styles.legend} aria-label="Legend">
      {ioKinds.map((kind, index) => (
        <li key={kind.type}>
          <Tooltip content={kind.meaning}>
            <span>{kind.label}</span>
          </Tooltip>
          <span className={styles.ramp} style={{ '--ramp': `var(${kind.token})` } as React.CSSProperties}>
            {event?.kind === index && !event.folded && (
              <span
                className={styles.marker}
                style={{ left: `${(brightness(event.size, columns.largestSize) - 0.5) * 200}%` }}
              />
            )}
          </span>
        </li>
      ))}
      <li className={styles.legendRange}>
        brighter is larger, up to {formatBytes(columns.largestSize)}; hatched is folded history
      </li>
    </ul>
  );
}

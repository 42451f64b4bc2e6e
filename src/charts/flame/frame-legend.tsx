import type { ReactNode } from 'react';
import { frameKindNames, frameKinds } from './frame-kind.ts';
import styles from './flame.module.css';

/** The colours and patterns of frames, with their meaning. */
export function FrameLegend(): ReactNode {
  return (
    <ul className={styles.legend} aria-label="Kinds of frames">
      {frameKinds.map((kind) => (
        <li key={kind}>
          <span className={styles.swatch} data-kind={kind} aria-hidden="true" />
          {frameKindNames[kind]}
        </li>
      ))}
    </ul>
  );
}

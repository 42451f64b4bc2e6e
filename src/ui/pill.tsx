import type { ReactNode } from 'react';
import styles from './pill.module.css';

/** A rounded toggle button: one of several filters or views. */
export function Pill(props: {
  readonly pressed: boolean;
  readonly title?: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const { pressed, title, onClick, children } = props;
  return (
    <button type="button" className={styles.pill} aria-pressed={pressed} title={title} onClick={onClick}>
      {children}
    </button>
  );
}

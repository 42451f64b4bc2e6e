import type { ReactNode } from 'react';
import { Icon, type IconSource } from './icon.tsx';
import styles from './empty-state.module.css';

/** An empty state: what appears here, and a button to get there. */
export function EmptyState(props: {
  readonly icon: IconSource;
  readonly title: ReactNode;
  readonly text: ReactNode;
  readonly action?: ReactNode;
}): ReactNode {
  return (
    <div className={styles.empty}>
      <span className={styles.icon} aria-hidden="true">
        <Icon source={props.icon} />
      </span>
      <h2 className={styles.title}>{props.title}</h2>
      <p className={styles.text}>{props.text}</p>
      {props.action !== undefined && <div className={styles.action}>{props.action}</div>}
    </div>
  );
}

import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './badge.module.css';

export type BadgeTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

/** One or two words for a state. The text carries the meaning; the tone only repeats it. */
export function Badge(props: {
  readonly tone?: BadgeTone;
  readonly icon?: ReactNode;
  readonly title?: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span className={classNames(styles.badge, styles[props.tone ?? 'neutral'])} title={props.title}>
      {props.icon}
      {props.children}
    </span>
  );
}

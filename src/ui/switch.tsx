import type { ReactNode } from 'react';
import { Toggle, type ToggleProps } from './toggle.tsx';
import styles from './toggle.module.css';

/** Takes effect immediately; use a Checkbox for a value that is saved later. */
export function Switch(props: ToggleProps): ReactNode {
  return <Toggle {...props} kind="switch" drawing={<span className={styles.track} aria-hidden="true" />} />;
}

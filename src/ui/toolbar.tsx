import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

/** A row of controls above their content. */
export function Toolbar(props: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div role="toolbar" aria-label={props.label} data-toolbar="" className={styles.toolbar}>
      {props.children}
    </div>
  );
}

/** Pushes the following controls to the end. */
export function ToolbarSpace(): ReactNode {
  return <span className={styles.space} />;
}

export function ToolbarSeparator(): ReactNode {
  return <span className={styles.separator} role="separator" aria-orientation="vertical" />;
}

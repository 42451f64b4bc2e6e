import type { ReactNode } from 'react';
import { SplitPane } from '../../../ui/index.ts';
import styles from '../activity.module.css';

/** A list, and beside it the selected row, if any. Where both are too narrow a button shows the row. */
export function ListWithDetails(props: {
  /** Names the width of the list that is kept. */
  readonly name: string;
  readonly list: ReactNode;
  readonly details: ReactNode;
}) {
  const { name, list, details } = props;
  return (
    <div className={styles.fill}>
      <SplitPane
        direction="row"
        initial={0.68}
        storageKey={`activity.${name}`}
        side={{ which: 'second', name: 'details', below: 760 }}
        first={list}
        second={details ?? null}
      />
    </div>
  );
}

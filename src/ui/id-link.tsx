import type { ReactNode } from 'react';
import styles from './data-grid.module.css';

/**
 * An id in a grid: a click opens it, with Ctrl/Cmd beside the current tab. The keyboard opens the row instead, so that
 * the grid stays one tab stop.
 */
export function IdLink(props: {
  readonly id: string;
  readonly onOpen: (id: string, split: boolean) => void;
}): ReactNode {
  const { id, onOpen } = props;
  return (
    <button
      type="button"
      role="link"
      tabIndex={-1}
      className={styles.link}
      title={id}
      data-document={id}
      onClick={(event) => {
        if (event.shiftKey) return;
        event.stopPropagation();
        onOpen(id, event.ctrlKey || event.metaKey);
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {id}
    </button>
  );
}

import { use, type ReactNode } from 'react';
import styles from './data-grid.module.css';
import { IdPreviewContext } from './id-preview-context.ts';

/**
 * An id in a grid: a click opens it, with Ctrl/Cmd beside the current tab; inside `IdPreviews`, hovering shows the document.
 * The keyboard opens the row instead, so that the grid stays one tab stop.
 */
export function IdLink(props: {
  readonly id: string;
  readonly onOpen: (id: string, split: boolean) => void;
}): ReactNode {
  const { id, onOpen } = props;
  const hover = use(IdPreviewContext);
  return (
    <button
      type="button"
      role="link"
      tabIndex={-1}
      className={styles.link}
      title={hover === null ? id : undefined}
      data-document={id}
      onPointerEnter={(event) => hover?.enter(id, event.currentTarget)}
      onPointerLeave={() => hover?.leave()}
      onPointerDown={() => hover?.close()}
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

/** A cell of the table: text truncated, numbers exact, nested values as counts. */
import type { Cell } from '../../../protocol/collections.ts';
import styles from '../documents.module.css';
import { shortDate } from '../../../ui/index.ts';
import { nestedText } from './columns.ts';

/** Longer texts are truncated; Enter opens the document. */
const SHOWN = 160;

export function DocumentCell({ cell }: { readonly cell: Cell | undefined }) {
  if (!cell) return <span className={styles.absent} aria-label="missing" />;
  switch (cell.kind) {
    case 'text': {
      const date = shortDate(cell.text);
      if (date !== undefined) return <span title={cell.text}>{date}</span>;
      const long = cell.text.length > SHOWN;
      return (
        <span title={cell.text.length > 20 ? cell.text : undefined}>
          {long ? cell.text.slice(0, SHOWN) : cell.text}
          {(long || cell.cut) && '…'}
        </span>
      );
    }
    case 'literal':
      return <span className={cell.text === 'null' ? styles.absent : styles.literal}>{cell.text}</span>;
    case 'object':
    case 'array':
      return <span className={styles.nested}>{nestedText(cell)}</span>;
  }
}

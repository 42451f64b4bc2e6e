/** A cell of the table: text truncated, ids as links, numbers exact, nested values as counts. */
import { use } from 'react';
import type { Cell } from '../../../protocol/collections.ts';
import styles from '../documents.module.css';
import { IdLink, IdPrefixContext, isIdShaped, shortDate } from '../../../ui/index.ts';
import { nestedText } from './columns.ts';

/** Longer texts are truncated; Enter opens the document. */
const SHOWN = 160;

interface DocumentCellProps {
  readonly cell: Cell | undefined;
  readonly onOpen: (id: string, split: boolean) => void;
}

export function DocumentCell({ cell, onOpen }: DocumentCellProps) {
  const prefixes = use(IdPrefixContext);
  if (!cell) return <span className={styles.absent} aria-label="missing" />;
  switch (cell.kind) {
    case 'text': {
      if (!cell.cut && isIdShaped(cell.text, prefixes)) return <IdLink id={cell.text} onOpen={onOpen} />;
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

/** Entries or results of an index test as a table, with the current row in full below. */
import { useMemo, useState } from 'react';
import type { JsonObject } from '../../../protocol/queries.ts';
import { CopyButton, IdLink, shortDate, SortedGrid, summarise, type ValueColumn } from '../../../ui/index.ts';
import styles from './index-editor.module.css';
import { columnsOf, documentOf } from './try-summary.ts';

interface TryRowsProps {
  readonly label: string;
  readonly rows: readonly JsonObject[];
  readonly empty: string;
  readonly onOpenDocument: (id: string) => void;
}

export function TryRows({ label, rows, empty, onOpenDocument }: TryRowsProps) {
  const [at, setAt] = useState<number | null>(null);
  const columns = useMemo<readonly ValueColumn<JsonObject>[]>(
    () =>
      columnsOf(rows).map((name) => ({
        id: name,
        title: name,
        width: Math.min(260, Math.max(90, 8 * longest(rows, name) + 24)),
        mono: true,
        value: (row) => sortValue(row[name]),
        render: (row) => <Cell name={name} row={row} onOpenDocument={onOpenDocument} />,
      })),
    [rows, onOpenDocument],
  );
  const current = at === null ? undefined : rows[at];
  return (
    <div className={styles.rows}>
      <div className={styles.fill}>
        <SortedGrid
          label={label}
          columns={columns}
          rowCount={rows.length}
          row={(index) => rows[index]}
          selected={at}
          onSelect={setAt}
          onOpen={(index) => {
            const id = rows[index] && documentOf(rows[index]);
            if (id !== undefined) onOpenDocument(id);
          }}
          empty={<p className={styles.note}>{empty}</p>}
        />
      </div>
      {current && (
        <div className={styles.rowDetail} role="group" aria-label="Current row">
          <CopyButton text={() => JSON.stringify(current, null, 2)} label="Copy row" />
          <pre tabIndex={0}>{JSON.stringify(current, null, 2)}</pre>
        </div>
      )}
    </div>
  );
}

function sortValue(value: unknown): string | number | null {
  if (value === null || value === undefined || typeof value === 'number') return value ?? null;
  return summarise(value).text;
}

function Cell({
  name,
  row,
  onOpenDocument,
}: {
  readonly name: string;
  readonly row: JsonObject;
  readonly onOpenDocument: (id: string) => void;
}) {
  const value = row[name];
  if (name === 'id()' && typeof value === 'string')
    return <IdLink id={value} onOpen={() => onOpenDocument(value)} />;
  if (value === null) return <span className={styles.absent}>null</span>;
  const { text } = summarise(value);
  const date = typeof value === 'string' ? shortDate(value) : undefined;
  return <span title={typeof value === 'string' ? value : undefined}>{date ?? text}</span>;
}

function longest(rows: readonly JsonObject[], name: string): number {
  return Math.max(name.length, ...rows.slice(0, 50).map((row) => summarise(row[name]).text.length));
}

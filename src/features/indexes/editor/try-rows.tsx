/** Entries or results of an index test as a table, with the current row in full below. */
import { useMemo, useState } from 'react';
import type { JsonObject } from '../../../protocol/queries.ts';
import { CopyButton, DataGrid, IdLink, type GridColumn } from '../../../ui/index.ts';
import styles from './index-editor.module.css';
import { cellText, columnsOf, documentOf } from './try-summary.ts';

interface TryRowsProps {
  readonly label: string;
  readonly rows: readonly JsonObject[];
  readonly empty: string;
  readonly onOpenDocument: (id: string) => void;
}

const MOST_CHARACTERS = 300;

export function TryRows({ label, rows, empty, onOpenDocument }: TryRowsProps) {
  const [at, setAt] = useState<number | null>(null);
  const columns = useMemo<readonly GridColumn<JsonObject>[]>(
    () =>
      columnsOf(rows).map((name) => ({
        id: name,
        title: name,
        width: Math.min(260, Math.max(90, 8 * longest(rows, name) + 24)),
        mono: true,
        render: (row) => <Cell name={name} row={row} onOpenDocument={onOpenDocument} />,
      })),
    [rows, onOpenDocument],
  );
  const current = at === null ? undefined : rows[at];
  return (
    <div className={styles.rows}>
      <div className={styles.fill}>
        <DataGrid
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
  const text = cellText(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

function longest(rows: readonly JsonObject[], name: string): number {
  return Math.max(name.length, ...rows.slice(0, 50).map((row) => cellText(row[name]).length));
}

/** The result grid; columns come from the rows. */
import { useMemo } from 'react';
import type { JsonObject, QueryAnswer } from '../../protocol/queries.ts';
import { DataGrid, IdLink, type GridColumn } from '../../ui/index.ts';
import { summarise } from './cell-summary.ts';
import styles from './query.module.css';
import { cellValue, documentId, findColumns, ID_COLUMN } from './result-columns.ts';

interface ResultsTableProps {
  readonly answer: QueryAnswer;
  readonly selected: number | null;
  readonly onSelect: (index: number) => void;
  readonly onOpenDocument: (id: string, split?: boolean) => void;
  readonly onPreview: (index: number) => void;
}

export function ResultsTable({ answer, selected, onSelect, onOpenDocument, onPreview }: ResultsTableProps) {
  const { rows } = answer;
  const columns = useMemo(
    () =>
      findColumns(rows).map((column): GridColumn<JsonObject> => ({
        id: column.name,
        title: column.name === ID_COLUMN ? 'Id' : column.name,
        width: column.width,
        mono: true,
        ...(column.numeric ? { align: 'end' as const } : {}),
        render: (row) => {
          const id = column.name === ID_COLUMN ? documentId(row) : null;
          if (id !== null) return <IdLink id={id} onOpen={onOpenDocument} />;
          return <ResultCell row={row} column={column.name} />;
        },
      })),
    [rows, onOpenDocument],
  );
  return (
    <DataGrid
      label={`Results, ${answer.indexName}`}
      columns={columns}
      rowCount={rows.length}
      row={(index) => rows[index]}
      selected={selected}
      onSelect={onSelect}
      onOpen={(index) => {
        const row = rows[index];
        const id = row ? documentId(row) : null;
        if (id === null) onPreview(index);
        else onOpenDocument(id);
      }}
      onKeyDown={(event, index) => {
        if (event.key !== ' ' || event.target !== event.currentTarget) return;
        event.preventDefault();
        onPreview(index ?? 0);
      }}
    />
  );
}

function ResultCell({ row, column }: { readonly row: JsonObject; readonly column: string }) {
  const { kind, text, inexact } = summarise(cellValue(row, column));
  if (kind === 'missing') return null;
  if (inexact)
    return (
      <span title="This number exceeds JavaScript precision. Press Space for the exact value.">≈ {text}</span>
    );
  return <span className={styles[kind]}>{text}</span>;
}

/** The columns of a table, and the first documents as they would be sent. */
import { useState, type ReactNode } from 'react';
import { formatJson, JsonTextError, parseJsonText } from '../../../../protocol/json-text.ts';
import { Badge, SortedGrid, formatCount, pluralize } from '../../../../ui/index.ts';
import styles from '../../transfer.module.css';
import { MAX_COLUMNS, type Column } from '../map/columns.ts';
import { isServerMade } from '../map/document.ts';
import { PREVIEW_ITEMS, type FileStart, type PreviewRow } from '../map/preview.ts';
import { settingsProblem, type FileSettings } from '../map/settings.ts';
import { ColumnTable } from './column-table.tsx';
import view from './files.module.css';

interface FilePreviewProps {
  readonly start: FileStart;
  readonly settings: FileSettings;
  readonly rows: readonly PreviewRow[];
  readonly onColumns: (columns: readonly Column[]) => void;
}

export function FilePreview({ start, settings, rows, onColumns }: FilePreviewProps): ReactNode {
  const problem = settingsProblem(settings);
  const [selected, setSelected] = useState<number | null>(0);
  const row = selected === null ? undefined : rows[selected];
  const rejected = rows.filter(({ made }) => !made.ok).length;
  const isPart = start.isCut || rows.length === PREVIEW_ITEMS;
  const count = pluralize(rows.length, 'item');
  return (
    <section className={styles.report} aria-label="Preview">
      <div className={styles.head} role="status">
        <h3>{isPart ? `Preview of the first ${count}` : `Preview of ${count}`}</h3>
        {rejected > 0 && <Badge tone="warning">{formatCount(rejected)} would be rejected</Badge>}
        {problem !== undefined && <span className={view.problem}>{problem}</span>}
      </div>
      {settings.format === 'csv' && settings.csv.columns.length <= MAX_COLUMNS && (
        <ColumnTable start={start} csv={settings.csv} onColumns={onColumns} />
      )}
      <div className={styles.messages}>
        <SortedGrid<PreviewRow>
          label="Preview of documents"
          rowCount={rows.length}
          row={(index) => rows[index]}
          selected={selected}
          onSelect={setSelected}
          empty={<p className={styles.note}>The beginning of the file has no complete item.</p>}
          columns={[
            {
              id: 'line',
              title: 'Line',
              width: 64,
              align: 'end',
              mono: true,
              value: ({ line }) => line,
              render: ({ line }) => formatCount(line),
            },
            {
              id: 'id',
              title: 'Id',
              width: 180,
              mono: true,
              value: ({ made }) => made.id,
              render: ({ made }) => idText(made.id),
            },
            {
              id: 'document',
              title: 'Document',
              width: 900,
              mono: true,
              render: ({ made }) =>
                made.ok ? made.text.slice(0, 400) : <span className={view.problem}>{made.reason}</span>,
            },
          ]}
        />
      </div>
      {row && (
        // Keyboards scroll it.
        <pre className={styles.message} tabIndex={0} aria-label="Selected document">
          {row.made.ok ? formatted(row.made.text) : row.made.reason}
        </pre>
      )}
    </section>
  );
}

/** As it is when it cannot be formatted. */
function formatted(text: string): string {
  try {
    return formatJson(text, parseJsonText(text), 2);
  } catch (thrown) {
    if (!(thrown instanceof JsonTextError)) throw thrown;
    return text;
  }
}

function idText(id: string | null): string {
  if (id === null) return '';
  return isServerMade(id) ? `${id}…` : id;
}

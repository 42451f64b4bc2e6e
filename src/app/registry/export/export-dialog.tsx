/** Exports a complete result: format and columns, then progress. Closing it leaves a running export running. */
import { useState, type ReactNode } from 'react';
import type { ExportFormat, ExportRequest, ExportSource } from '../../../contract/index.ts';
import {
  Button,
  Checkbox,
  Dialog,
  ErrorView,
  formatBytes,
  formatCount,
  pluralize,
  Select,
} from '../../../ui/index.ts';
import styles from './export-dialog.module.css';
import { useExport, type ExportState } from './use-export.ts';

export interface ExportDialogProps {
  /** `Orders`, `the result`: completes "Export …". */
  readonly what: string;
  readonly connectionId: string;
  readonly database: string;
  /** What can be exported; the first is chosen until the user changes it. */
  readonly choices: readonly [ExportChoice, ...ExportChoice[]];
  readonly initialFormat?: ExportFormat;
  /** Suggested, without an ending. */
  readonly fileName: string;
  /** The columns on the screen; undefined where there is no choice. */
  readonly shownColumns?: readonly string[];
  /** Adds collection and time of change to the columns of all fields. */
  readonly metadata?: boolean;
  /** What the file will not have, and why. */
  readonly note?: ReactNode;
  readonly onClose: () => void;
}

export interface ExportChoice {
  /** `All 830 matches`. Shown where there is a choice. */
  readonly label: string;
  readonly source: ExportSource;
  /** The number of rows, if it is known before. */
  readonly expected: number | null;
}

const formats = [
  { value: 'csv', label: 'CSV: a table for spreadsheets', hint: 'Nested values as JSON, exact numbers' },
  {
    value: 'ndjson',
    label: 'NDJSON: one JSON document per line',
    hint: 'Exact text of the server, with metadata',
  },
  { value: 'json', label: 'JSON: one array', hint: 'Exact text of the server, with metadata' },
] as const;

export function ExportDialog(props: ExportDialogProps) {
  const { what, connectionId, database, choices, fileName, shownColumns, onClose } = props;
  const [choiceIndex, setChoiceIndex] = useState(0);
  const { source, expected } = choices[choiceIndex] ?? choices[0];
  const [format, setFormat] = useState<ExportFormat>(props.initialFormat ?? 'csv');
  const [columns, setColumns] = useState<'shown' | 'all'>(shownColumns ? 'shown' : 'all');
  const [neutralize, setNeutralize] = useState(true);
  const run = useExport();
  const { state } = run;
  const busy = state.kind === 'running' || state.kind === 'choosing';
  const title = `Export ${what}`;

  const start = (): void => {
    const request: Omit<ExportRequest, 'id'> = {
      connection: connectionId,
      database,
      source,
      format,
      csv: {
        columns: shownColumns && columns === 'shown' ? [...shownColumns] : null,
        metadata: props.metadata ?? false,
        neutralizeFormulas: neutralize,
      },
      fileName: fileName.slice(0, 200),
    };
    run.start(request, { title, expected });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          {state.kind === 'running' && (
            <Button variant="secondary" disabled={state.stopping} onClick={run.cancel}>
              Cancel export
            </Button>
          )}
          <Button variant="ghost" onClick={onClose}>
            {busy ? 'Continue in background' : 'Close'}
          </Button>
          <Button variant="primary" disabled={busy} onClick={start}>
            {state.kind === 'failed' ? 'Try again' : state.kind === 'finished' ? 'Export again' : 'Export'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {choices.length > 1 && (
          <Select
            label="Rows"
            value={String(choiceIndex)}
            onChange={(index) => setChoiceIndex(Number(index))}
            options={choices.map(({ label }, index) => ({ value: String(index), label }))}
            disabled={busy}
          />
        )}
        <Select label="Format" value={format} onChange={setFormat} options={formats} disabled={busy} />
        {format === 'csv' && shownColumns && (
          <Select
            label="Columns"
            value={columns}
            onChange={setColumns}
            disabled={busy}
            options={[
              { value: 'shown', label: `Shown columns (${formatCount(shownColumns.length)})` },
              {
                value: 'all',
                label: 'All fields',
                hint: 'Fields that first appear after 2,000 rows are in the column @other',
              },
            ]}
          />
        )}
        {format === 'csv' && (
          <Checkbox
            label="Prevent formulas"
            hint="Adds ' before texts that start with = + - or @, so that a spreadsheet does not run them."
            checked={neutralize}
            disabled={busy}
            onChange={setNeutralize}
          />
        )}
        {props.note !== undefined && <p className={styles.note}>{props.note}</p>}
        <p className={styles.note}>
          {expected === null ? 'The complete result' : pluralize(expected, 'row')} will be streamed to a file.
        </p>
        <Progress state={state} expected={expected} />
      </div>
    </Dialog>
  );
}

function Progress({ state, expected }: { readonly state: ExportState; readonly expected: number | null }) {
  switch (state.kind) {
    case 'idle':
      return null;
    case 'choosing':
      return (
        <p role="status" className={styles.status}>
          Choose the file in the system dialog.
        </p>
      );
    case 'running':
      return (
        <>
          <progress
            className={styles.progress}
            aria-label="Export"
            {...(expected === null ? {} : { max: Math.max(expected, state.rows, 1), value: state.rows })}
          />
          <p role="status" className={styles.status}>
            {state.stopping ? 'Cancelling after ' : ''}
            {pluralize(state.rows, 'row')}, {formatBytes(state.bytes)}
          </p>
        </>
      );
    case 'finished':
    case 'cancelled':
      return (
        <p role="status" className={styles.status}>
          {state.sentence}
        </p>
      );
    case 'failed':
      return <ErrorView error={state.error} doing="Exporting" />;
  }
}

/** Exports a part of the open recording, with its progress. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSession } from '../../../app/registry/index.ts';
import { exportRecordingPart } from '../../../protocol/recorder.ts';
import { Button, Dialog, ErrorView, formatBytes, Select } from '../../../ui/index.ts';
import type { ShownRecording } from '../use-recording.ts';
import styles from './changes.module.css';
import { formatHints, formatNames, partChoices, partOf, type PartFormat } from './export-parts.ts';
import { isCancelled, writeFile } from './write-file.ts';

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'choosing' }
  | { readonly kind: 'running'; readonly bytes: number }
  | { readonly kind: 'ended'; readonly sentence: string }
  | { readonly kind: 'failed'; readonly error: unknown };

const formats = ['io', 'speedscope', 'csv'] as const;

export function PartDialog(props: {
  readonly recording: ShownRecording;
  readonly onClose: () => void;
}): ReactNode {
  const { recording, onClose } = props;
  const session = useSession();
  const choices = partChoices(recording.overview);
  const [format, setFormat] = useState<PartFormat>(
    formats.find((each) => choices.missing[each] === undefined) ?? 'csv',
  );
  const [database, setDatabase] = useState(choices.databases[0] ?? '');
  const [table, setTable] = useState(choices.tables[0] ?? '');
  const [state, setState] = useState<State>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const isRunning = state.kind === 'running' || state.kind === 'choosing';
  const missing = choices.missing[format];

  function start(): void {
    if (isRunning || missing !== undefined) return;
    const own = new AbortController();
    running.current = own;
    setState({ kind: 'running', bytes: 0 });
    const title = `Exporting a part of ${recording.fileName}`;
    const part = partOf(format, database, table);
    writeFile(session, title, (options) => exportRecordingPart(session.port, recording, part, options), {
      signal: own.signal,
      onProgress: (progress) => {
        if (progress.kind === 'choosing') setState({ kind: 'choosing' });
        else if (progress.kind === 'rows') setState({ kind: 'running', bytes: progress.bytes });
      },
    }).then(
      (sentence) => {
        setState({ kind: 'ended', sentence });
        if (!shown.current) session.notify({ kind: 'success', message: sentence });
      },
      (error: unknown) => {
        if (isCancelled(error)) setState({ kind: 'ended', sentence: error.message });
        else {
          setState({ kind: 'failed', error });
          if (!shown.current) session.reportError(error, title);
        }
      },
    );
  }

  return (
    <Dialog
      open
      title="Export a part"
      onClose={onClose}
      onSubmit={start}
      footer={
        <>
          {isRunning ? (
            <Button onClick={() => running.current?.abort()}>Cancel export</Button>
          ) : (
            <Button onClick={onClose}>Close</Button>
          )}
          <Button type="submit" variant="primary" busy={isRunning} disabledReason={missing}>
            Export
          </Button>
        </>
      }
    >
      <Select
        label="Part"
        value={format}
        disabled={isRunning}
        hint={missing ?? formatHints[format]}
        options={formats.map((each) => ({ value: each, label: formatNames[each] }))}
        onChange={setFormat}
      />
      {format === 'io' && (
        <Select
          label="Database"
          value={database}
          disabled={isRunning}
          options={[
            ...choices.databases.map((each) => ({ value: each, label: each })),
            { value: '', label: 'Storage of the server' },
          ]}
          onChange={setDatabase}
        />
      )}
      {format === 'csv' && choices.tables.length > 0 && (
        <Select
          label="Table"
          value={table}
          disabled={isRunning}
          options={recording.overview.counts
            .filter(({ rows }) => rows > 0)
            .map((each) => ({ value: each.table, label: each.table }))}
          onChange={setTable}
        />
      )}
      {state.kind === 'choosing' && <p role="status">Choose where to save the file.</p>}
      {state.kind === 'running' && (
        <div role="status" className={styles.running}>
          <progress aria-label="Export" />
          <span>{state.bytes === 0 ? 'Preparing…' : formatBytes(state.bytes)}</span>
        </div>
      )}
      {state.kind === 'ended' && (
        <p role="status" className={styles.ended}>
          {state.sentence}
        </p>
      )}
      {state.kind === 'failed' && <ErrorView compact error={state.error} doing="Exporting" />}
    </Dialog>
  );
}

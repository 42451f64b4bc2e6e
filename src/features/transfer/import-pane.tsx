/** Imports a dump: the file and options on the left, progress and report on the right. */
import { useQueryClient } from '@tanstack/react-query';
import { FolderOpen, Upload } from 'lucide-react';
import { useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import type { ConnectionMode } from '../../contract/index.ts';
import { useSession, type Database } from '../../app/registry/index.ts';
import { getCollectionStats } from '../../protocol/collections.ts';
import { readDumpReport } from '../../protocol/dump-report.ts';
import { importDump } from '../../protocol/dumps.ts';
import {
  Banner,
  Button,
  Checkbox,
  ConfirmDialog,
  EmptyState,
  formatBytes,
  formatCount,
  pluralize,
  Toolbar,
} from '../../ui/index.ts';
import { dumpKindNames, HEAD_BYTES, readDumpHead, type DumpFile } from './dump-file.ts';
import { DocumentOptions } from './options/document-options.tsx';
import { ItemChoice } from './options/item-choice.tsx';
import { ProgressView } from './report/progress-view.tsx';
import { ReportView } from './report/report-view.tsx';
import { cancelTransfer, runTransfer, type RunResult, type TransferRun } from './run-store.ts';
import { optionsProblem, toImportOptions, type ImportOptions } from './transfer-state.ts';
import styles from './transfer.module.css';

interface ImportPaneProps {
  readonly connectionId: string;
  readonly name: string;
  readonly database: Database;
  readonly sandbox: boolean;
  readonly mode: ConnectionMode;
  readonly chosen: ChosenFile | null;
  readonly onChosen: (chosen: ChosenFile) => void;
  readonly runKey: string;
  readonly run: TransferRun;
  readonly state: ImportOptions;
  readonly change: (part: Partial<ImportOptions>) => void;
}

/** The selected dump, with what its first bytes say. */
export interface ChosenFile {
  readonly file: File;
  readonly read: DumpFile;
}

export function ImportPane(props: ImportPaneProps): ReactNode {
  const { connectionId, name, database, sandbox, mode, chosen, onChosen, runKey: key } = props;
  const { run, state, change } = props;
  const session = useSession();
  const queries = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [confirming, setConfirming] = useState(false);
  const running = run.kind === 'running';
  const refusal =
    database.writeRefusal ??
    (running
      ? 'An import of this tab is running.'
      : chosen === null
        ? 'Choose a file first.'
        : chosen.read.ok
          ? optionsProblem(state)
          : chosen.read.reason);

  async function choose(file: File): Promise<void> {
    try {
      const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
      onChosen({ file, read: readDumpHead(file.name, file.size, head) });
    } catch (thrown) {
      session.reportError(thrown, `Reading ${file.name}`);
    }
  }

  function start({ file }: ChosenFile): void {
    setConfirming(false);
    void runTransfer({
      key,
      session,
      title: `Importing ${file.name}`,
      subject: file.name,
      totalBytes: file.size,
      work: async (signal, onProgress): Promise<RunResult> => {
        const request = {
          connection: connectionId,
          database: name,
          options: toImportOptions(state, !sandbox),
          fileName: file.name.slice(0, 255),
        };
        const before = await documentsOf(database);
        const outcome = await importDump(session.port, request, file, { signal, onProgress });
        const { kind, message, detail, result } = outcome;
        const now = kind === 'completed' ? null : await documentsOf(database);
        return {
          kind,
          sentence:
            kind === 'completed'
              ? `${file.name} was imported into ${name}.`
              : kind === 'cancelled'
                ? `${message} ${difference(name, before, now)}`
                : `What was imported before the failure stays. ${difference(name, before, now)}`,
          error: kind === 'failed' ? new ImportFailure(message, detail) : undefined,
          report: result === null || result === undefined ? null : readDumpReport(result),
        };
      },
    }).finally(() => queries.invalidateQueries({ queryKey: database.key }));
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file && !running) void choose(file);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || confirming) return;
    event.preventDefault();
    if (refusal === undefined) setConfirming(true);
  }

  const chooseButton = (
    <Button icon={<FolderOpen />} disabled={running} onClick={() => input.current?.click()}>
      Choose file…
    </Button>
  );
  return (
    <div
      className={styles.pane}
      onKeyDown={onKeyDown}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <input
        ref={input}
        type="file"
        accept=".ravendbdump,.ravendb-full-backup,.gz,.zst,.json"
        hidden
        aria-label="Dump file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Allows selecting the same file again.
          event.target.value = '';
          if (file) void choose(file);
        }}
      />
      <Toolbar label="Import">
        {chooseButton}
        <Button
          variant="primary"
          icon={<Upload />}
          busy={running}
          disabledReason={refusal}
          onClick={() => setConfirming(true)}
        >
          Import…
        </Button>
        {chosen?.read.ok === true && (
          <span className={styles.file}>
            {chosen.file.name}{' '}
            <span className={styles.count}>
              {formatBytes(chosen.file.size)}, {dumpKindNames[chosen.read.kind]}
            </span>
          </span>
        )}
      </Toolbar>
      {database.writeRefusal !== undefined && <Banner tone="warning">{database.writeRefusal}</Banner>}
      {chosen?.read.ok === false && <Banner tone="error">{chosen.read.reason}</Banner>}
      <div className={styles.sides}>
        <form
          className={styles.options}
          aria-label="Import options"
          onSubmit={(event) => event.preventDefault()}
        >
          <ItemChoice
            direction="import"
            items={state.items}
            onChange={(items) => change({ items })}
            disabled={running}
            sandbox={sandbox}
          />
          <DocumentOptions state={state} change={change} disabled={running} canRunScripts={!sandbox}>
            <Checkbox
              label="Create no revisions"
              hint="Revisions in the file are imported anyway."
              checked={state.skipRevisionCreation}
              disabled={running}
              onChange={(skipRevisionCreation) => change({ skipRevisionCreation })}
            />
            <Checkbox
              label="Remove analyzers from indexes"
              checked={state.removeAnalyzers}
              disabled={running}
              onChange={(removeAnalyzers) => change({ removeAnalyzers })}
            />
          </DocumentOptions>
        </form>
        <div className={styles.result}>
          {run.kind === 'idle' ? (
            <EmptyState
              icon={<Upload />}
              title="Import a dump"
              text={`Choose a .ravendbdump file, or drop it here, to add its items to ${name}.`}
              action={chooseButton}
            />
          ) : run.kind === 'running' ? (
            <ProgressView
              run={run}
              verb="Importing"
              cancellingNote="Waiting for the server to stop. Imported items stay."
              onCancel={() => cancelTransfer(key)}
            />
          ) : (
            <ReportView run={run} database={name} doing="The import" />
          )}
        </div>
      </div>
      {confirming && chosen !== null && (
        <ConfirmDialog
          open
          title={`Import into ${name}?`}
          confirmLabel="Import dump"
          onConfirm={() => start(chosen)}
          onClose={() => setConfirming(false)}
        >
          <div className={styles.confirm}>
            <p>
              {chosen.file.name} ({formatBytes(chosen.file.size)}) is added to {name}. Documents and indexes
              with the same ids and names are overwritten. There is no undo.
            </p>
            {state.items.includes('DatabaseRecord') && (
              <p>The database record changes settings, such as revisions and expiration.</p>
            )}
            {mode === 'guarded' && (
              <p>The connection is guarded: you confirm it once more outside of this page.</p>
            )}
          </div>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** RavenDB reports no counts after a failure. Null when they cannot be read: the import itself reports the server. */
async function documentsOf({ client }: Database): Promise<number | null> {
  try {
    return (await getCollectionStats(client)).documents;
  } catch {
    return null;
  }
}

function difference(name: string, before: number | null, now: number | null): string {
  if (before === null || now === null) return `Check the documents of ${name}.`;
  return `${name} has ${pluralize(now, 'document')} now; before the import it had ${formatCount(before)}.`;
}

/** The server's reason, with its stack trace as the detail. */
class ImportFailure extends Error {
  readonly code = 'import-failed';
  readonly detail: string;

  constructor(message: string, detail: string) {
    super(message);
    this.name = 'ImportFailure';
    this.detail = detail;
  }
}

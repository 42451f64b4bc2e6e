/** Imports a dump: the file and options on the left, progress and report on the right. */
import { useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useState, type ReactNode } from 'react';
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
  formatDateTime,
} from '../../ui/index.ts';
import type { ChosenDump } from './chosen-file.ts';
import { dumpKindNames } from './dump-file.ts';
import { ImportFrame } from './import-frame.tsx';
import { DocumentOptions } from './options/document-options.tsx';
import { ItemChoice } from './options/item-choice.tsx';
import { ProgressView } from './report/progress-view.tsx';
import { ReportView } from './report/report-view.tsx';
import { cancelTransfer, runTransfer, type RunResult, type TransferRun } from './run-store.ts';
import { optionsProblem, type ImportOptions } from './transfer-state.ts';
import {
  isSameFile,
  readUnfinishedImport,
  unfinishedText,
  writeUnfinishedImport,
  type UnfinishedImport,
} from './unfinished-import.ts';
import styles from './transfer.module.css';

interface ImportPaneProps {
  readonly connectionId: string;
  readonly name: string;
  readonly database: Database;
  readonly sandbox: boolean;
  readonly mode: ConnectionMode;
  readonly chosen: ChosenDump | null;
  readonly onFile: (file: File) => void;
  readonly runKey: string;
  readonly run: TransferRun;
  readonly state: ImportOptions;
  readonly change: (part: Partial<ImportOptions>) => void;
}

export function ImportPane(props: ImportPaneProps): ReactNode {
  const { connectionId, name, database, sandbox, mode, chosen, onFile, runKey: key } = props;
  const { run, state, change } = props;
  const session = useSession();
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const [unfinished, setUnfinished] = useState(() => readUnfinishedImport(session));
  const keepUnfinished = (next: UnfinishedImport | null): void => {
    writeUnfinishedImport(session, next);
    setUnfinished(next);
  };
  /** The chosen file is the one whose import did not end. */
  const resumes = unfinished !== null && chosen !== null && isSameFile(unfinished, chosen.file);
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

  function start({ file }: ChosenDump): void {
    setConfirming(false);
    const record: UnfinishedImport = {
      fileName: file.name.slice(0, 255),
      size: file.size,
      startedAt: new Date().toISOString(),
      bytes: null,
      ended: null,
    };
    let sent = 0;
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
          options: state,
          fileName: record.fileName,
        };
        const before = await documentsOf(database);
        const outcome = await importDump(session.port, request, file, {
          signal,
          onProgress: (progress) => {
            if (progress.kind === 'running') {
              // From here on the server has a part of the file.
              if (sent === 0 && progress.bytes > 0) keepUnfinished(record);
              sent = progress.bytes;
            }
            onProgress(progress);
          },
        });
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
    })
      .then(({ kind }) => {
        if (kind === 'completed') keepUnfinished(null);
        else if (sent > 0) keepUnfinished({ ...record, bytes: sent, ended: kind });
      })
      .finally(() => queries.invalidateQueries({ queryKey: database.key }));
  }

  return (
    <ImportFrame
      running={running}
      onFile={onFile}
      onSubmit={() => {
        if (refusal === undefined && !confirming) setConfirming(true);
      }}
      toolbar={
        <>
          <Button
            variant="primary"
            icon={<Upload />}
            busy={running}
            disabledReason={refusal}
            onClick={() => setConfirming(true)}
          >
            {resumes ? 'Resume import…' : 'Import…'}
          </Button>
          {chosen?.read.ok === true && (
            <span className={styles.file}>
              {chosen.file.name}{' '}
              <span className={styles.count}>
                {formatBytes(chosen.file.size)}, {dumpKindNames[chosen.read.kind]}
              </span>
            </span>
          )}
        </>
      }
    >
      {(chooseButton) => (
        <>
          {database.writeRefusal !== undefined && <Banner tone="warning">{database.writeRefusal}</Banner>}
          {unfinished !== null && !running && (
            <Banner tone="warning" actions={<Button onClick={() => keepUnfinished(null)}>Dismiss</Button>}>
              {unfinishedText(unfinished, name)}{' '}
              {resumes ? 'Resume the import with the chosen file.' : 'Choose the same file to resume it.'}
            </Banner>
          )}
          {chosen?.read.ok === false && <Banner tone="error">{chosen.read.reason}</Banner>}
          <div className={styles.sides}>
            <form
              className={styles.options}
              aria-label="Import options"
              // Scrolls with the keyboard while its fields are disabled.
              tabIndex={running ? 0 : undefined}
              onSubmit={(event) => event.preventDefault()}
            >
              <ItemChoice
                direction="import"
                items={state.items}
                onChange={(items) => change({ items })}
                disabled={running}
                sandbox={sandbox}
              />
              <DocumentOptions state={state} change={change} disabled={running}>
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
                  title="Import a file"
                  text={`Choose a dump, NDJSON, JSON or CSV file, or drop it here, to add its items to ${name}.`}
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
              title={resumes ? `Resume the import into ${name}?` : `Import into ${name}?`}
              confirmLabel={resumes ? 'Resume import' : 'Import dump'}
              onConfirm={() => start(chosen)}
              onClose={() => setConfirming(false)}
            >
              <div className={styles.confirm}>
                <p>
                  {chosen.file.name} ({formatBytes(chosen.file.size)}) is added to {name}. Documents and
                  indexes with the same ids and names are overwritten. There is no undo.
                </p>
                {resumes && (
                  <p>
                    The file is sent again from its beginning: items that are already there are written again
                    under their ids, so nothing is there twice. Documents that were changed since{' '}
                    {formatDateTime(unfinished.startedAt)} get the version of the file.
                    {!state.skipRevisionCreation &&
                      ' Where revisions are enabled, documents that are written again get another revision: “Create no revisions” prevents that.'}
                  </p>
                )}
                {state.items.includes('DatabaseRecord') && (
                  <p>The database record changes settings, such as revisions and expiration.</p>
                )}
                {mode === 'guarded' && (
                  <p>The connection is guarded: you confirm it once more outside of this page.</p>
                )}
              </div>
            </ConfirmDialog>
          )}
        </>
      )}
    </ImportFrame>
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

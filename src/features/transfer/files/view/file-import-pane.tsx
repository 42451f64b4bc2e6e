/** Imports a file of documents: settings on the left; preview, progress or report on the right. */
import { useQueryClient } from '@tanstack/react-query';
import { Eye, FileText, Upload } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { ConnectionMode } from '../../../../contract/index.ts';
import { useSession, type Database } from '../../../../app/registry/index.ts';
import { Banner, Button, ConfirmDialog, formatBytes } from '../../../../ui/index.ts';
import { isSameFile, type ChosenDocuments } from '../../chosen-file.ts';
import { ImportFrame } from '../../import-frame.tsx';
import styles from '../../transfer.module.css';
import { cancelFileImport, runFileImport, type FileRun } from '../file-runs.ts';
import { previewOf } from '../map/preview.ts';
import { settingsProblem, type ExistingChoice, type FileSettings } from '../map/settings.ts';
import { fileFormatNames } from '../read/file-kind.ts';
import type { ImportReport } from '../write/report.ts';
import { FileOptions } from './file-options.tsx';
import { FileProgress } from './file-progress.tsx';
import { FileReport } from './file-report.tsx';
import { FilePreview } from './file-preview.tsx';

interface FileImportPaneProps {
  readonly connectionId: string;
  readonly name: string;
  readonly database: Database;
  readonly mode: ConnectionMode;
  readonly chosen: ChosenDocuments;
  readonly onChange: (chosen: ChosenDocuments) => void;
  readonly onFile: (file: File) => void;
  readonly runKey: string;
  readonly run: FileRun;
}

const existingSentence: Readonly<Record<ExistingChoice, string>> = {
  overwrite: 'Documents with the same ids are overwritten. There is no undo.',
  skip: 'Documents with the same ids stay as they are.',
  stop: 'The import stops at the first document that exists already.',
};

export function FileImportPane(props: FileImportPaneProps): ReactNode {
  const { connectionId, name, database, mode, chosen, onChange, onFile, runKey: key, run } = props;
  const { file, start, settings } = chosen;
  const session = useSession();
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  /** The run whose report is replaced by the preview. */
  const [hiddenRun, setHiddenRun] = useState<FileRun | null>(null);
  const rows = useMemo(() => previewOf(start, settings), [start, settings]);
  const running = run.kind === 'running';
  const isOfRun = run.kind !== 'idle' && isSameFile(run.chosen, chosen);
  const showsReport = run.kind === 'ended' && isOfRun && hiddenRun !== run;
  const refusal =
    database.writeRefusal ?? (running ? 'An import of this tab is running.' : settingsProblem(settings));

  const change = (part: Partial<FileSettings>): void =>
    onChange({ ...chosen, settings: { ...settings, ...part } });

  function begin(before: ImportReport | null, of: ChosenDocuments): void {
    setConfirming(false);
    const parts = { key, session, connectionId, database: database.client, chosen: of, before };
    void runFileImport(parts).finally(() => queries.invalidateQueries({ queryKey: database.key }));
  }

  return (
    <ImportFrame
      running={running}
      onFile={onFile}
      onSubmit={() => {
        if (refusal === undefined) setConfirming(true);
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
            Import…
          </Button>
          <span className={styles.file}>
            {file.name}{' '}
            <span className={styles.count}>
              {formatBytes(file.size)}, {fileFormatNames[settings.format]}
              {chosen.gzip && ', gzip'}
            </span>
          </span>
          {run.kind === 'ended' && isOfRun && (
            <Button
              variant="ghost"
              icon={showsReport ? <Eye /> : <FileText />}
              onClick={() => setHiddenRun(showsReport ? run : null)}
            >
              {showsReport ? 'Show preview' : 'Show report'}
            </Button>
          )}
        </>
      }
    >
      {() => (
        <>
          {database.writeRefusal !== undefined && <Banner tone="warning">{database.writeRefusal}</Banner>}
          <div className={styles.sides}>
            <form
              className={styles.options}
              aria-label="File options"
              onSubmit={(event) => event.preventDefault()}
            >
              <FileOptions start={start} settings={settings} change={change} disabled={running} />
            </form>
            <div className={styles.result}>
              {running ? (
                <FileProgress run={run} onCancel={() => cancelFileImport(key)} />
              ) : showsReport ? (
                <FileReport
                  run={run}
                  database={name}
                  resumeRefusal={database.writeRefusal}
                  onResume={() => begin(run.outcome.report, { ...chosen, settings: run.chosen.settings })}
                  onOpen={(id, split = false) =>
                    session.openScreen('document', { connectionId, database: name, params: { id }, split })
                  }
                />
              ) : (
                <FilePreview
                  start={start}
                  settings={settings}
                  rows={rows}
                  onColumns={(columns) => change({ csv: { ...settings.csv, columns } })}
                />
              )}
            </div>
          </div>
          {confirming && (
            <ConfirmDialog
              open
              title={`Import into ${name}?`}
              confirmLabel="Import documents"
              onConfirm={() => begin(null, chosen)}
              onClose={() => setConfirming(false)}
            >
              <div className={styles.confirm}>
                <p>
                  The documents of {file.name} ({formatBytes(file.size)}) are added to {name}.{' '}
                  {existingSentence[settings.existing]}
                </p>
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

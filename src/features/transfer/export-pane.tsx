/** Exports a dump: options on the left, progress and report on the right. */
import { Download } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useSession, type Database } from '../../app/registry/index.ts';
import { readDumpReport } from '../../protocol/dump-report.ts';
import { exportDump } from '../../protocol/dumps.ts';
import { Button, EmptyState, fileName, formatBytes, openDownload, Select, Toolbar } from '../../ui/index.ts';
import { CollectionChoice } from './options/collection-choice.tsx';
import { DocumentOptions } from './options/document-options.tsx';
import { ItemChoice } from './options/item-choice.tsx';
import { ProgressView } from './report/progress-view.tsx';
import { ReportView } from './report/report-view.tsx';
import { cancelTransfer, runTransfer, type RunResult, type TransferRun } from './run-store.ts';
import { optionsProblem, toExportOptions, type ExportOptions } from './transfer-state.ts';
import styles from './transfer.module.css';

interface ExportPaneProps {
  readonly connectionId: string;
  readonly name: string;
  readonly database: Database;
  readonly sandbox: boolean;
  readonly runKey: string;
  readonly run: TransferRun;
  readonly state: ExportOptions;
  readonly change: (part: Partial<ExportOptions>) => void;
}

export function ExportPane(props: ExportPaneProps): ReactNode {
  const { connectionId, name, database, sandbox, runKey: key, run, state, change } = props;
  const session = useSession();
  const running = run.kind === 'running';
  const problem = optionsProblem(state);

  function start(): void {
    if (running || problem !== undefined) return;
    const request = {
      connection: connectionId,
      database: name,
      options: toExportOptions(state),
      fileName: fileName('dump', name, '').replace(/\.$/, '').slice(0, 200),
    };
    void runTransfer({
      key,
      session,
      title: `Exporting ${name}`,
      subject: `Dump of ${name}`,
      totalBytes: null,
      work: async (signal, onProgress): Promise<RunResult> => {
        const { bytes, file, result } = await exportDump(session.port, request, {
          signal,
          onProgress: (progress) => {
            if (progress.kind === 'download') openDownload(progress.path);
            onProgress(progress);
          },
        });
        const where = file ?? 'the browser downloads';
        return {
          kind: 'completed',
          sentence: `${formatBytes(bytes)} exported to ${where}.${
            result === null ? ' The server did not confirm the end of the export: check the file.' : ''
          }`,
          error: undefined,
          report: result === null ? null : readDumpReport(result),
        };
      },
    });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    start();
  }

  return (
    <div className={styles.pane} onKeyDown={onKeyDown}>
      <Toolbar label="Export">
        <Button
          variant="primary"
          icon={<Download />}
          busy={running}
          disabledReason={running ? 'An export of this tab is running.' : problem}
          onClick={start}
        >
          Export dump…
        </Button>
        {problem !== undefined && <span className={styles.note}>{problem}</span>}
      </Toolbar>
      <div className={styles.sides}>
        <form
          className={styles.options}
          aria-label="Export options"
          // Scrolls with the keyboard while its fields are disabled.
          tabIndex={running ? 0 : undefined}
          onSubmit={(event) => event.preventDefault()}
        >
          <ItemChoice
            direction="export"
            items={state.items}
            onChange={(items) => change({ items })}
            disabled={running}
            sandbox={sandbox}
          />
          <CollectionChoice
            database={database}
            chosen={state.collections}
            onChange={(collections) => change({ collections })}
            disabled={running}
          />
          <DocumentOptions state={state} change={change} disabled={running} />
          <div className={styles.group}>
            <Select<ExportOptions['compression']>
              label="Compression"
              value={state.compression}
              onChange={(compression) => change({ compression })}
              disabled={running}
              options={[
                { value: 'Zstd', label: 'Zstandard', hint: 'Faster and smaller; RavenDB 6.0 or newer' },
                { value: 'Gzip', label: 'Gzip', hint: 'Also read by older servers' },
              ]}
            />
          </div>
        </form>
        <div className={styles.result}>
          {run.kind === 'idle' ? (
            <EmptyState
              icon={<Download />}
              title="Export a dump"
              text={`Writes ${name} to one .ravendbdump file, which RavenDB and the sandbox can import.`}
            />
          ) : run.kind === 'running' ? (
            <ProgressView
              run={run}
              verb="Exporting"
              cancellingNote="The partial file is deleted."
              onCancel={() => cancelTransfer(key)}
            />
          ) : (
            <ReportView run={run} database={name} doing="The export" />
          )}
        </div>
      </div>
    </div>
  );
}

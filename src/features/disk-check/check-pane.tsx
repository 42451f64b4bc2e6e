import { Download, Gauge, Square } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useSession, useTabState } from '../../app/registry/index.ts';
import type { DiskCheckProgress } from '../../contract/index.ts';
import {
  Button,
  CopyButton,
  EmptyState,
  ErrorView,
  fileName,
  formatBytes,
  Menu,
  saveFile,
  Toolbar,
  ToolbarSpace,
} from '../../ui/index.ts';
import { CheckForm } from './check-form.tsx';
import { readSettings, requestOf } from './check-settings.ts';
import styles from './disk-check.module.css';
import { MeasurementGrid } from './measurement-grid.tsx';
import { reportAsCsv, reportAsText } from './report-texts.ts';
import { ReportView } from './report-view.tsx';
import { useDiskCheck } from './use-disk-check.ts';

export function CheckPane({ tabId }: { readonly tabId: string }) {
  const session = useSession();
  const [settings, change] = useTabState(tabId, readSettings);
  const { state, start, cancel } = useDiskCheck();
  const info = useQuery({
    queryKey: ['app', 'info'],
    queryFn: ({ signal }) => session.port.call('app.info', {}, { signal }),
    staleTime: Infinity,
  });
  const running = state.kind === 'running';
  const request = requestOf(settings);
  const report = state.kind === 'ended' ? state.report : null;
  const startCheck = (): void => {
    if (request !== null) start(request);
  };
  return (
    <div className={styles.screen}>
      <Toolbar label="Disk check">
        {running ? (
          <Button icon={Square} onClick={cancel}>
            Cancel
          </Button>
        ) : (
          <Button variant="primary" icon={Gauge} disabled={request === null} onClick={startCheck}>
            Check disk
          </Button>
        )}
        <ToolbarSpace />
        {report !== null && (
          <>
            <CopyButton label="Copy report" text={() => reportAsText(report)} />
            <Menu
              align="end"
              trigger={<Button icon={Download}>Export</Button>}
              items={[
                {
                  id: 'csv',
                  label: 'Measurements as CSV',
                  onSelect: () =>
                    saveFile(fileName('disk-check', null, 'csv'), 'text/csv', reportAsCsv(report)),
                },
                {
                  id: 'json',
                  label: 'Report as JSON',
                  onSelect: () =>
                    saveFile(
                      fileName('disk-check', null, 'json'),
                      'application/json',
                      JSON.stringify(report, null, 2),
                    ),
                },
              ]}
            />
          </>
        )}
      </Toolbar>
      <CheckForm
        settings={settings}
        onChange={change}
        canChoose={info.data?.canChooseFiles ?? false}
        disabled={running}
      />
      {running && <RunningCheck progress={state.progress} />}
      {state.kind === 'stopped' && (
        <p role="status" className={styles.status}>
          {state.sentence}
        </p>
      )}
      {state.kind === 'failed' && (
        <ErrorView error={state.error} doing="Checking the disk" onRetry={startCheck} compact />
      )}
      <div className={styles.fill}>
        {report !== null ? (
          <ReportView report={report} />
        ) : running ? (
          <MeasurementGrid rows={state.progress?.completed ?? []} />
        ) : (
          <EmptyState
            icon={Gauge}
            title="What does a commit cost on this disk?"
            text="The check writes and reads its own files in a new folder on the disk and removes them: commits of the journal, durable and buffered writes, reads, and a sustained rate. Other work on the disk is slower meanwhile."
          />
        )}
      </div>
    </div>
  );
}

function RunningCheck({ progress }: { readonly progress: DiskCheckProgress | null }) {
  if (progress === null)
    return (
      <p role="status" className={styles.status}>
        Starting the check.
      </p>
    );
  const { step, steps, running, seconds, plannedSeconds, bytesWritten } = progress;
  return (
    <div className={styles.running}>
      <progress aria-label="Steps" max={steps} value={step} />
      <span role="status">
        Step {Math.min(step + 1, steps)} of {steps}: {running}
      </span>
      <span className={styles.numbers}>
        {seconds.toFixed(0)} of about {plannedSeconds.toFixed(0)} s, {formatBytes(bytesWritten)} written
      </span>
    </div>
  );
}

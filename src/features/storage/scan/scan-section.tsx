/** The scan of a database: started on request, with its progress and what it found. */
import { Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSession, type Database } from '../../../app/registry/index.ts';
import { Button, ErrorView, formatDateTime } from '../../../ui/index.ts';
import styles from '../storage.module.css';
import { ScanDialog } from './scan-dialog.tsx';
import { MOST_LISTED } from './scan-report.ts';
import { cancelScan, runScan, scanKey, useScans } from './scan-store.ts';
import { LargestContents, LargestDocuments } from './scan-tables.tsx';
import { progressText, summaryText } from './scan-texts.ts';

export function ScanSection({
  database,
  connectionId,
  builtIn,
}: {
  readonly database: Database;
  readonly connectionId: string;
  readonly builtIn: boolean;
}): ReactNode {
  const session = useSession();
  const { client } = database;
  const key = scanKey(connectionId, client.name);
  const run = useScans(({ runs }) => runs.get(key));
  const [choosing, setChoosing] = useState(false);
  const running = run?.kind === 'running';
  const report = run?.report;
  const place = { connectionId, database: client.name };
  return (
    <section className={styles.section} aria-label="Largest documents and attachments">
      <h3>Largest documents and attachments</h3>
      <p className={styles.note}>
        A scan lists the {MOST_LISTED} largest of each, of any size. Attachments of revisions are not listed.
      </p>
      <div className={styles.actions}>
        <Button icon={Search} busy={running} onClick={() => setChoosing(true)}>
          Scan documents…
        </Button>
        {running && (
          <Button variant="ghost" disabled={run.cancelling} onClick={() => cancelScan(key)}>
            Cancel
          </Button>
        )}
      </div>
      <p className={styles.note} role="status">
        {run?.kind === 'running' && progressText(run)}
        {run?.kind === 'ended' && `${formatDateTime(run.at)}: ${summaryText(run.request, run.report)}`}
        {run?.kind === 'failed' && report && summaryText(run.request, report)}
      </p>
      {run?.kind === 'failed' && (
        <ErrorView error={run.error} doing={`Scanning documents of ${client.name}`} compact />
      )}
      {report && report.documents.length > 0 && <LargestDocuments report={report} place={place} />}
      {report && report.read > 0 && report.unsized === report.read && (
        <p className={styles.note}>This server reports no sizes of documents.</p>
      )}
      {report && report.contents.length > 0 && <LargestContents report={report} place={place} />}
      {choosing && (
        <ScanDialog
          database={database}
          builtIn={builtIn}
          onClose={() => setChoosing(false)}
          onStart={(request) => {
            setChoosing(false);
            void runScan(key, session, client, request);
          }}
        />
      )}
    </section>
  );
}

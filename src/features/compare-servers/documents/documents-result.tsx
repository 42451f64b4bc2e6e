/** The state of a comparison of documents: not started, its progress, or its end. */
import { GitCompareArrows } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState, ErrorView, pluralize } from '../../../ui/index.ts';
import styles from '../compare.module.css';
import type { SideNames } from '../export/compare-file.ts';
import { differenceCount, ReportView, type OpenDocument } from './report-view.tsx';
import type { DocumentRun } from './run-store.ts';

export function DocumentsResult({
  run,
  names,
  total,
  onOpen,
}: {
  readonly run: DocumentRun;
  readonly names: SideNames;
  /** Documents of both sides together; null until they are counted. */
  readonly total: number | null;
  readonly onOpen: OpenDocument;
}): ReactNode {
  switch (run.kind) {
    case 'idle':
      return (
        <EmptyState
          icon={<GitCompareArrows />}
          title="Compare the content of documents"
          text="Finds documents that are missing on a side and documents that differ. Nothing is written."
        />
      );
    case 'running': {
      const { progress } = run;
      return (
        <div className={styles.progress} role="status" aria-label="Progress">
          <progress
            {...(progress && total !== null && total > 0 ? { value: progress.read, max: total } : {})}
            aria-label="Documents read"
          />
          <p>
            {run.cancelling ? 'Cancelling. ' : ''}
            {pluralize(progress?.read ?? 0, 'document')} read, {differenceCount(progress?.counts)} so far
          </p>
        </div>
      );
    }
    case 'cancelled':
      return <p className={styles.note}>The comparison was cancelled. Nothing was written.</p>;
    case 'failed':
      return <ErrorView error={run.error} doing="Comparing documents" />;
    case 'ended':
      return <ReportView report={run.report} names={names} onOpen={onOpen} />;
  }
}

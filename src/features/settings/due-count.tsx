/** Counts the documents that the next run of a job acts on. On request only, because it reads documents. */
import { useQuery } from '@tanstack/react-query';
import type { Database } from '../../app/registry/index.ts';
import { countDueDocuments, MAX_SCANNED_DOCUMENTS, type DocumentJob } from '../../protocol/document-jobs.ts';
import { Button, ErrorView, pluralize } from '../../ui/index.ts';
import { dueText } from './job-text.ts';
import styles from './settings.module.css';

export interface DueCountProps {
  readonly job: DocumentJob;
  readonly database: Database;
  readonly enabled: boolean;
}

export function DueCount({ job, database, enabled }: DueCountProps) {
  const count = useQuery({
    queryKey: [...database.key, 'settings', 'due-documents', job],
    queryFn: ({ signal }) => countDueDocuments(database.client, job, { signal }),
    enabled: false,
    retry: false,
    gcTime: 0,
  });
  return (
    <div className={styles.effect}>
      <div className={styles.effectRow}>
        <Button busy={count.isFetching} onClick={() => void count.refetch()}>
          Count due documents
        </Button>
        <p className={styles.about} role="status">
          {count.data && !count.isFetching
            ? dueText(job, count.data, enabled)
            : `Reads at most ${pluralize(MAX_SCANNED_DOCUMENTS, 'document')}; changes nothing.`}
        </p>
      </div>
      {count.error !== null && !count.isFetching && (
        <ErrorView error={count.error} doing="Counting due documents" compact />
      )}
    </div>
  );
}

/** The schedule, retention and last error of the selected task. Never a key or a password. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Database } from '../../../app/registry/index.ts';
import { getBackupSchedule, type BackupTask } from '../../../protocol/backup-tasks.ts';
import { ErrorView, SkeletonRows } from '../../../ui/index.ts';
import styles from '../backups.module.css';
import { frequencyText, retentionText } from './frequency.ts';
import { destinationsText } from './task-text.ts';

export function TaskDetails(props: {
  readonly task: BackupTask;
  readonly name: string;
  readonly database: Database;
}): ReactNode {
  const { task, name, database } = props;
  const stored = useQuery({
    queryKey: [...database.key, 'backup-schedule', task.id],
    // The secrets of the destinations do not enter the cache.
    queryFn: async ({ signal }) => (await getBackupSchedule(database.client, task.id, { signal })).schedule,
  });
  const others = task.destinations.filter((each) => each !== 'Local');
  return (
    <section className={styles.details} aria-label={`Details of ${task.name}`}>
      {stored.isError ? (
        <ErrorView
          compact
          error={stored.error}
          doing={`Reading ${task.name}`}
          onRetry={() => void stored.refetch()}
        />
      ) : stored.data === undefined ? (
        <SkeletonRows rows={2} label={`Reading ${task.name}`} />
      ) : (
        <>
          <p className={styles.sentence}>
            Full backup {frequencyText(stored.data.full)}; incremental backup{' '}
            {frequencyText(stored.data.incremental)} (clock of the server).
          </p>
          {stored.data.folder !== null && (
            <p className={styles.path}>
              Folder: <code>{stored.data.folder}</code>
            </p>
          )}
          <p className={styles.sentence}>{retentionText(name, stored.data.folder, stored.data.keepDays)}</p>
        </>
      )}
      {others.length > 0 && (
        <p className={styles.sentence}>
          Also writes to {destinationsText(others)}. Those destinations are changed on the server, not here.
        </p>
      )}
      {task.encrypted && (
        <p className={styles.sentence}>The backups are encrypted. The key is not shown here.</p>
      )}
      {task.error !== null && (
        <pre className={styles.message} tabIndex={0} aria-label="Last error">
          {task.error}
        </pre>
      )}
    </section>
  );
}

/** The Backups screen: one backup now, existing backups and restoring them, scheduled backups. */
import { useQuery } from '@tanstack/react-query';
import { ArchiveX } from 'lucide-react';
import {
  databasesQuery,
  useDatabase,
  useSession,
  useTabState,
  type ScreenProps,
} from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import { listBackupTasks } from '../../protocol/backup-tasks.ts';
import { getBackupLimits } from '../../protocol/backups.ts';
import { Badge, Banner, Button, EmptyState, ErrorView, SkeletonRows, Tabs } from '../../ui/index.ts';
import { readBackupsState, type View } from './backups-state.ts';
import styles from './backups.module.css';
import { ExistingPane } from './existing/existing-pane.tsx';
import { backupHealth } from './health/backup-health.ts';
import { BackUpPane } from './now/back-up-pane.tsx';
import { idleRun, runKey, useBackupRuns } from './run-store.ts';
import { SchedulePane } from './schedule/schedule-pane.tsx';

const TASKS_EVERY_MS = 10_000;

export default function BackupsScreen({ tabId, connectionId, database: named, params }: ScreenProps) {
  // The shell renders screens of scope `database` only with a selected database.
  const name = named ?? '';
  const session = useSession();
  const database = useDatabase({ connectionId, database: named });
  // A command chooses the view; what was saved for the tab takes precedence.
  const [state, change] = useTabState(tabId, (saved) => readBackupsState(saved ?? { view: params.view }));
  const limits = useQuery({
    queryKey: [...database.key, 'backup-limits'],
    queryFn: ({ signal }) => getBackupLimits(database.client, { signal }),
    staleTime: 60_000,
  });
  const available = limits.data !== undefined && limits.data !== null;
  const tasks = useQuery({
    queryKey: [...database.key, 'backup-tasks'],
    queryFn: ({ signal }) => listBackupTasks(database.client, { signal }),
    refetchInterval: TASKS_EVERY_MS,
    enabled: available,
  });
  const databases = useQuery(databasesQuery(session.port, connectionId));
  const running = (what: 'backup' | 'restore') => runKey(what, connectionId, name, tabId);
  const backup = useBackupRuns(({ runs }) => runs.get(running('backup')) ?? idleRun);
  const restore = useBackupRuns(({ runs }) => runs.get(running('restore')) ?? idleRun);

  if (limits.isError && limits.data === undefined)
    return (
      <ErrorView
        error={limits.error}
        doing={`Reading the backup configuration of ${name}`}
        onRetry={() => void limits.refetch()}
      />
    );
  if (limits.data === undefined) return <SkeletonRows label="Reading the backup configuration" />;
  if (limits.data === null)
    return (
      <EmptyState
        icon={ArchiveX}
        title={
          capabilitiesOf(connectionId).builtIn ? 'The sandbox has no backups' : 'This server has no backups'
        }
        text="It does not support backups over HTTP. Export a dump instead, which contains the documents and definitions."
        action={<Button onClick={() => session.openScreen('transfer')}>Export a dump</Button>}
      />
    );

  const ownBackup = backup.kind === 'ended' && backup.end === 'completed' ? backup.endedAt : Number.NaN;
  const own = databases.data?.find((each) => each.name === name);
  const health =
    own === undefined || tasks.data === undefined
      ? []
      : backupHealth(name, own.lastBackup, tasks.data, tasks.dataUpdatedAt, ownBackup);
  const [worst, ...others] = health;
  const shared = { tabId, connectionId, name, database, limits: limits.data, state, change };
  const activeBadge = <Badge tone="info">active</Badge>;
  return (
    <div className={styles.screen}>
      {worst && (
        <Banner
          tone={worst.tone}
          actions={
            state.view !== 'scheduled' && (
              <Button onClick={() => change({ view: 'scheduled' })}>Show schedule</Button>
            )
          }
        >
          {[worst, ...others].map(({ sentence }) => sentence).join(' ')}
        </Banner>
      )}
      <div className={styles.views}>
        <Tabs<View>
          label="Backups"
          value={state.view}
          onChange={(view) => change({ view })}
          items={[
            {
              id: 'now',
              label: <>Back up now {backup.kind === 'running' && activeBadge}</>,
              panel: <BackUpPane {...shared} />,
            },
            {
              id: 'existing',
              label: <>Existing backups {restore.kind === 'running' && activeBadge}</>,
              panel: <ExistingPane {...shared} />,
            },
            {
              id: 'scheduled',
              label: 'Scheduled backups',
              panel: <SchedulePane {...shared} tasks={tasks} />,
            },
          ]}
        />
      </div>
    </div>
  );
}

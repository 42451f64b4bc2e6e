import { useQuery } from '@tanstack/react-query';
import { Database, Files, ListTree, PackagePlus, Settings, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  displayNameOf,
  useDisplayNames,
  useSession,
  useServerWriteRefusal,
  useWriteRefusal,
} from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import type { DatabaseInfo } from '../../protocol/databases.ts';
import type { DatabaseStats } from '../../protocol/stats.ts';
import {
  Badge,
  Button,
  CopyButton,
  EmptyState,
  ErrorView,
  formatBytes,
  formatCount,
  formatDateTime,
  Skeleton,
} from '../../ui/index.ts';
import { databaseState } from './database-state.ts';
import { databaseStatsQuery } from './database-stats-query.ts';
import styles from './dashboard.module.css';

interface DetailsProps {
  readonly connectionId: string;
  readonly database: DatabaseInfo | null;
  readonly loading: boolean;
  readonly onFill: (database: DatabaseInfo) => void;
  readonly onDelete: (database: DatabaseInfo) => void;
}

/** Statistics and actions of the selected database. */
export function DatabaseDetails(props: DetailsProps): ReactNode {
  const { database, loading } = props;
  if (database !== null) return <Details {...props} database={database} key={database.name} />;
  if (loading) return <div className={styles.details} aria-busy="true" />;
  return (
    <EmptyState
      icon={Database}
      title="Select a database"
      text="Counts, sizes and ids appear here. Press Enter to open documents."
    />
  );
}

function Details(props: DetailsProps & { readonly database: DatabaseInfo }): ReactNode {
  const { connectionId, database, onFill, onDelete } = props;
  const session = useSession();
  const writeRefusal = useWriteRefusal(connectionId);
  const deleteRefusal = useServerWriteRefusal(connectionId);
  // Requesting statistics loads a database; unusable ones are skipped.
  const usable = database.loadError === null && !database.disabled && !database.beingDeleted;
  const stats = useQuery({
    ...databaseStatsQuery(session.port, connectionId, database.name),
    enabled: usable,
  });
  const state = databaseState(database);
  const shown = displayNameOf(useDisplayNames(), connectionId, database.name);
  return (
    <div className={styles.details}>
      <div className={styles.detailsHead}>
        <h2>{shown ?? database.name}</h2>
        {shown !== undefined && <span className={styles.realName}>{database.name}</span>}
        <Badge tone={state.tone}>{state.label}</Badge>
        {database.encrypted && <Badge tone="info">Encrypted</Badge>}
        {database.lockMode !== 'unlocked' && (
          <Badge tone="info" title="The server prevents deletion of this database.">
            Locked
          </Badge>
        )}
      </div>
      {!usable && <p className={styles.description}>{state.description}</p>}
      {/* The sandbox does not report backups in its list of databases. */}
      {(database.lastBackup !== null || !capabilitiesOf(connectionId).builtIn) && (
        <p className={styles.description}>
          {database.lastBackup === null
            ? 'Never backed up, as far as this server knows.'
            : `Last backup: ${formatDateTime(database.lastBackup)}`}
        </p>
      )}
      <div className={styles.detailsActions}>
        <Button
          variant="primary"
          icon={Files}
          disabled={!usable}
          onClick={() => session.openScreen('documents', { connectionId, database: database.name })}
        >
          Open documents
        </Button>
        <Button
          icon={ListTree}
          disabled={!usable}
          onClick={() => session.openScreen('indexes', { connectionId, database: database.name })}
        >
          Open indexes
        </Button>
        <Button
          icon={PackagePlus}
          disabled={!usable}
          disabledReason={writeRefusal}
          onClick={() => onFill(database)}
        >
          Add sample data…
        </Button>
        {database.disabled && (
          <Button
            icon={Settings}
            onClick={() =>
              session.openScreen('settings', {
                connectionId,
                database: database.name,
                params: { section: 'state' },
              })
            }
          >
            Open settings
          </Button>
        )}
        <Button
          variant="ghost"
          icon={Trash2}
          disabledReason={deleteRefusal}
          onClick={() => onDelete(database)}
        >
          Delete…
        </Button>
      </div>
      {usable && stats.isError ? (
        <ErrorView
          error={stats.error}
          doing={`Loading statistics of ${database.name}`}
          onRetry={() => void stats.refetch()}
          compact
        />
      ) : (
        usable && <StatsTable stats={stats.data ?? null} />
      )}
    </div>
  );
}

function StatsTable({ stats }: { readonly stats: DatabaseStats | null }): ReactNode {
  const count = (value: number | null | undefined): string | null =>
    value === undefined ? null : value === null ? '–' : formatCount(value);
  const bytes = (value: number | null | undefined): string | null =>
    value === undefined ? null : value === null ? '–' : formatBytes(value);
  const rows: readonly (readonly [label: string, value: string | null, exact?: string | undefined])[] = [
    ['Documents', count(stats?.documents)],
    ['Revisions', count(stats?.revisions)],
    ['Conflicts', count(stats?.conflicts)],
    ['Attachments', count(stats?.attachments)],
    ['Counters', count(stats?.counters)],
    ['Time series segments', count(stats?.timeSeriesSegments)],
    ['Tombstones', count(stats?.tombstones)],
    ['Indexes', count(stats?.indexes)],
    ['Stale indexes', count(stats?.staleIndexes)],
    ['Size on disk', bytes(stats?.sizeOnDisk), exactBytes(stats?.sizeOnDisk)],
    ['Temporary buffers', bytes(stats?.tempBuffers), exactBytes(stats?.tempBuffers)],
    ['Last etag', count(stats?.lastEtag)],
  ];
  return (
    <>
      <dl className={styles.stats} aria-busy={stats === null}>
        {rows.map(([label, value, exact]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd title={exact}>{value ?? <Skeleton width={56} />}</dd>
          </div>
        ))}
        {stats?.lastIndexing && (
          <div>
            <dt>Last indexing</dt>
            <dd title={formatDateTime(stats.lastIndexing, { utc: true })}>
              {formatDateTime(stats.lastIndexing)}
            </dd>
          </div>
        )}
      </dl>
      {stats !== null && (stats.databaseId !== null || stats.changeVector !== null) && (
        <dl className={styles.identity}>
          {stats.databaseId !== null && <Identity label="Database ID" text={stats.databaseId} />}
          {stats.changeVector !== null && <Identity label="Change vector" text={stats.changeVector} />}
        </dl>
      )}
    </>
  );
}

function Identity({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <code>{text}</code>
        <CopyButton label={`Copy ${label.toLowerCase()}`} text={text} iconOnly />
      </dd>
    </div>
  );
}

function exactBytes(bytes: number | null | undefined): string | undefined {
  return bytes === null || bytes === undefined ? undefined : `${formatCount(bytes)} B`;
}

import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Radio, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { isRetryable } from '../../contract/index.ts';
import { PortStatus } from '../../features/applications/port-status.tsx';
import { CertificateStatus } from '../../features/connections/certificate-status.tsx';
import { appInfoQuery } from '../../features/connections/connections-query.ts';
import { TwoFactorStatus } from '../../features/connections/two-factor-status.tsx';
import { databaseStatsQuery, STATS_REFRESH_MS } from '../../features/dashboard/database-stats-query.ts';
import { RecordingsStatus } from '../../features/recordings/recordings-status.tsx';
import { databasesQuery } from '../registry/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { getServerVersion } from '../../protocol/server.ts';
import { formatCount, formatMs, pluralize, IconButton, Tooltip } from '../../ui/index.ts';
import { trafficOf, trafficStore, type Traffic } from '../boot/traffic-store.ts';
import { makeSession } from '../session/make-session.ts';
import { openProblems, problemStore } from '../errors/problem-store.ts';
import { operationStore, type Operation } from '../operations/operation-store.ts';
import { UpdateNote } from '../updates/update-note.tsx';
import { currentDatabase, workspaceStore } from '../workspace/workspace-store.ts';
import { useConnectionView, useShellPort } from './shell-context.ts';
import styles from './shell.module.css';

const VERSION_REFRESH_MS = 15_000;

/** State of the current connection and database, and running operations. */
export function StatusBar(): ReactNode {
  const port = useShellPort();
  const connectionId = useStore(workspaceStore, (state) => state.connectionId);
  const database = useStore(workspaceStore, currentDatabase);
  const traffic = useStore(trafficStore, (all) => trafficOf(all, connectionId));
  const operations = useStore(operationStore, (state) => state.operations);
  const problems = useStore(problemStore, (state) => state.problems.length);
  const openIndexes = () => makeSession(port, { connectionId, database }, null).openScreen('indexes');
  const view = useConnectionView(connectionId);
  const isServer = view?.connection.kind === 'server';
  const version = useQuery({
    queryKey: [connectionId, '@version'],
    queryFn: ({ signal }) => getServerVersion(new ServerClient(port, connectionId), { signal }),
    staleTime: 60_000,
    // A version changes with a restart of the server, and this request shows that it can be reached.
    refetchInterval: VERSION_REFRESH_MS,
  });
  const known = useQuery(databasesQuery(port, connectionId)).data?.find((each) => each.name === database);
  const answers = known !== undefined && !known.disabled;
  const statistics = useQuery({
    ...databaseStatsQuery(port, connectionId, database ?? ''),
    enabled: database !== null && answers,
  });
  const unreachable = [version.error, statistics.error].some(isRetryable);
  // The cache still holds the last numbers of a deleted database, and of a server that cannot be reached.
  const stats = answers && !unreachable ? statistics.data : undefined;
  return (
    <footer className={styles.status} aria-label="Status">
      <span className={styles.statusItem} data-bad={unreachable || version.isError}>
        {unreachable || version.isError
          ? 'Not reachable'
          : version.data
            ? `${isServer ? 'RavenDB' : 'Sandbox engine'} ${version.data.full}`
            : 'Connecting…'}
      </span>
      {traffic.otherNode !== null && (
        <Tooltip
          side="top"
          content={`The address of this connection cannot be reached. Documents, indexes and queries are read from node ${traffic.otherNode}; writes and live updates are not.`}
        >
          <span className={styles.statusItem} tabIndex={0} data-bad="true" role="status">
            Reads from node {traffic.otherNode}
          </span>
        </Tooltip>
      )}
      {stats && <span className={styles.statusItem}>{pluralize(stats.documents, 'document')}</span>}
      {stats && stats.indexes !== null && stats.indexes > 0 && (
        <button
          type="button"
          className={styles.statusButton}
          data-quiet=""
          title="Open indexes"
          onClick={openIndexes}
        >
          {pluralize(stats.indexes, 'index', 'indexes')}
          {stats.staleIndexes !== null && stats.staleIndexes > 0 && (
            <b className={styles.stale}>{formatCount(stats.staleIndexes)} stale</b>
          )}
        </button>
      )}
      <PortStatus className={styles.statusButton} />
      <TrustedPageNote />
      <CertificateStatus view={view} className={styles.statusButton} />
      <TwoFactorStatus view={view} className={styles.statusButton} />
      <span className={styles.statusSpace} />
      {operations.map((operation) => (
        <OperationItem key={operation.id} operation={operation} />
      ))}
      <RecordingsStatus className={styles.statusButton} />
      <UpdateNote port={port} className={styles.statusButton} />
      {problems > 0 && (
        <button type="button" className={styles.statusButton} onClick={openProblems}>
          <CircleAlert size={13} aria-hidden="true" />
          {pluralize(problems, 'problem')}
        </button>
      )}
      <Tooltip
        side="top"
        content={
          traffic.liveSockets > 0
            ? `${pluralize(traffic.liveSockets, 'feed')} receiving live updates`
            : stats
              ? 'No open screen has a live feed. The counts in this bar are refreshed at intervals.'
              : 'No screen receives live updates from this connection'
        }
      >
        <span className={styles.statusItem} tabIndex={0} data-live={traffic.liveSockets > 0}>
          <Radio size={13} aria-hidden="true" />
          {traffic.liveSockets > 0
            ? 'Live'
            : stats
              ? `Refreshed every ${STATS_REFRESH_MS / 1000} s`
              : 'No live updates'}
        </span>
      </Tooltip>
      <Tooltip side="top" content={roundTripText(traffic)}>
        <span className={styles.statusItem} tabIndex={0} data-number="">
          {traffic.lastMs === null ? '–' : formatMs(traffic.lastMs)}
          {traffic.savedTrips > 0 && ` · ${formatCount(traffic.savedTrips)} saved`}
        </span>
      </Tooltip>
    </footer>
  );
}

function roundTripText({ savedTrips, notModified }: Traffic): string {
  const parts = ['Last round-trip time.'];
  if (savedTrips > 0)
    parts.push(
      `${pluralize(savedTrips, 'round trip')} saved: a feed reports changes of documents already read.`,
    );
  if (notModified > 0)
    parts.push(`${pluralize(notModified, 'answer')} not modified and not transferred again.`);
  return parts.join(' ');
}

/** `serve --trust-page`: said where it is always seen. */
function TrustedPageNote(): ReactNode {
  const port = useShellPort();
  const info = useQuery(appInfoQuery(port));
  if (info.data?.confirmations !== 'off') return null;
  return (
    <Tooltip
      side="top"
      content="Started with --trust-page: access and certificates are changed without a confirmation outside the page"
    >
      <span className={styles.statusItem} tabIndex={0} data-bad="true">
        No confirmations
      </span>
    </Tooltip>
  );
}

function OperationItem({ operation }: { readonly operation: Operation }): ReactNode {
  const { title, progress, cancelling, cancel } = operation;
  const share = progress?.total ? Math.min(1, progress.done / progress.total) : null;
  return (
    <span className={styles.operation} role="status">
      <span className={styles.operationTitle}>{cancelling ? `Cancelling: ${title}` : title}</span>
      <progress aria-label={title} {...(share === null ? {} : { value: share, max: 1 })} />
      {progress?.note !== undefined && <span className={styles.operationNote}>{progress.note}</span>}
      <IconButton label={`Cancel ${title}`} icon={X} disabled={cancelling} onClick={cancel} />
    </span>
  );
}

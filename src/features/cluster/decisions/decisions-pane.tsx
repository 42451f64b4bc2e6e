/** What the cluster observer changed: members, rehabs, replaced nodes. Only the leader reports it. */
import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { capabilitiesOf } from '../../../contract/index.ts';
import type { ServerClient } from '../../../protocol/client.ts';
import { getObserverLog, type Decision } from '../../../protocol/observer-decisions.ts';
import {
  Banner,
  SortedGrid,
  EmptyState,
  ErrorView,
  formatDateTime,
  SkeletonRows,
} from '../../../ui/index.ts';
import styles from '../cluster.module.css';

const PERIOD_MS = 15_000;

export function DecisionsPane(props: {
  readonly server: ServerClient;
  readonly leader: string | null;
  readonly watching: boolean;
}): ReactNode {
  const { server, leader, watching } = props;
  const { replication } = capabilitiesOf(server.connection);
  const log = useQuery({
    queryKey: [server.connection, '@observer-log'],
    queryFn: ({ signal }) => getObserverLog(server, { signal }),
    refetchInterval: watching ? PERIOD_MS : false,
    enabled: replication,
  });
  if (!replication)
    return (
      <EmptyState
        icon={ScrollText}
        title="The sandbox has no observer"
        text="The observer of a cluster moves databases between nodes. A sandbox is one node."
      />
    );
  if (log.isError)
    return (
      <ErrorView error={log.error} doing="Reading the observer log" onRetry={() => void log.refetch()} />
    );
  if (log.data === undefined) return <SkeletonRows label="Reading the observer log" />;
  if (log.data === null)
    return (
      <EmptyState
        icon={ScrollText}
        title="Only the leader has the observer log"
        text={leader === null ? 'The cluster has no leader now.' : `Connect to node ${leader} to read it.`}
      />
    );
  const { decisions, suspended } = log.data;
  return (
    <div className={styles.pane}>
      {suspended && <Banner tone="warning">The observer is suspended: it does not move databases.</Banner>}
      <div className={styles.fill}>
        <SortedGrid<Decision>
          label="Observer log"
          rowCount={decisions.length}
          row={(index) => decisions[index]}
          empty={
            <EmptyState
              icon={ScrollText}
              title="No decisions"
              text="The observer changed nothing since the leader was elected."
            />
          }
          columns={[
            {
              id: 'at',
              title: 'Time',
              width: 170,
              value: ({ at }) => at,
              render: ({ at }) => (at === '' ? '–' : formatDateTime(at)),
            },
            {
              id: 'database',
              title: 'Database',
              width: 200,
              value: ({ database }) => database,
              render: ({ database }) => database,
            },
            {
              id: 'message',
              title: 'Decision',
              width: 800,
              value: ({ message }) => message,
              render: ({ message }) => message,
            },
          ]}
        />
      </div>
    </div>
  );
}

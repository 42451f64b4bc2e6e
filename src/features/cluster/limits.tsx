/** Says plainly what the connected server cannot report about a cluster. */
import type { ReactNode } from 'react';
import { Banner, ErrorView } from '../../ui/index.ts';
import type { ClusterReading } from './readings/cluster-reading.ts';

export function Limits({
  reading,
  onRetry,
}: {
  readonly reading: ClusterReading;
  readonly onRetry: () => void;
}): ReactNode {
  const { stats, databases, topology } = reading;
  return (
    <>
      {stats.kind === 'absent' && (
        <Banner tone="info">
          The sandbox is a cluster of one node: no replication, tasks, observer or other nodes.
        </Banner>
      )}
      {stats.kind === 'read' && stats.value.kind === 'not-leader' && (
        <Banner tone="warning">
          Only the leader reports the databases of all nodes. Connect to{' '}
          {leaderText(topology.leader, stats.value.leader, topology.nodes)} to compare them.
        </Banner>
      )}
      {stats.kind === 'read' && stats.value.kind === 'no-leader' && (
        <Banner tone="warning">Without a leader, no node reports the databases of all nodes.</Banner>
      )}
      {stats.kind === 'failed' && (
        <ErrorView error={stats.error} doing="Reading the reports of the nodes" onRetry={onRetry} compact />
      )}
      {databases.kind === 'failed' && (
        <ErrorView error={databases.error} doing="Listing the databases" onRetry={onRetry} compact />
      )}
    </>
  );
}

function leaderText(
  leader: string | null,
  redirect: string | null,
  nodes: ClusterReading['topology']['nodes'],
): string {
  const url = nodes.find(({ tag }) => tag === leader)?.url ?? redirect;
  return [leader === null ? 'the leader' : `node ${leader}`, url === null ? '' : `(${url})`]
    .filter((part) => part !== '')
    .join(' ');
}

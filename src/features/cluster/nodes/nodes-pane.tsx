/** The nodes of the cluster: roles, health, leader and term, and how fast they reach each other. */
import type { ReactNode } from 'react';
import { Badge, SortedGrid, formatAgo, formatMs } from '../../../ui/index.ts';
import styles from '../cluster.module.css';
import type { ClusterReading } from '../readings/cluster-reading.ts';
import type { NodeRow } from './node-rows.ts';
import { PingMatrix } from './ping-matrix.tsx';
import { usePings } from './use-pings.ts';

export function NodesPane(props: {
  readonly connectionId: string;
  readonly reading: ClusterReading;
  readonly rows: readonly NodeRow[];
  /** The server has the routes of a cluster. */
  readonly hasCluster: boolean;
}): ReactNode {
  const { connectionId, reading, rows, hasCluster } = props;
  const { topology } = reading;
  const pings = usePings(connectionId, topology.node, topology.nodes);
  const facts: readonly (readonly [name: string, value: string | null])[] = [
    ['Leader', topology.leader === null ? 'None' : `Node ${topology.leader}`],
    ['Term', topology.term === null ? null : String(topology.term)],
    ['Leader for', topology.leaderMs === null ? null : formatMs(topology.leaderMs)],
    ['Connected node', topology.node === null ? null : `${topology.node}, ${topology.state}`],
    ['Last change of state', topology.stateReason],
    ['Topology', topology.topologyId],
  ];
  return (
    <div className={styles.pane}>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <div className={styles.nodeGrid}>
        <SortedGrid<NodeRow>
          label="Nodes"
          rowCount={rows.length}
          row={(index) => rows[index]}
          empty={<p className={styles.note}>The server has not created or joined a cluster yet.</p>}
          columns={[
            {
              id: 'tag',
              title: 'Node',
              width: 70,
              value: ({ tag }) => tag,
              render: ({ tag }) => <b>{tag}</b>,
            },
            {
              id: 'health',
              title: 'Health',
              width: 130,
              least: 100,
              value: ({ health }) => health.text,
              render: ({ health }) => (
                <Badge tone={health.tone} title={health.error ?? health.text}>
                  {health.text}
                </Badge>
              ),
            },
            {
              id: 'role',
              title: 'Role',
              width: 190,
              least: 130,
              value: ({ role }) => role,
              render: ({ role, leader, connected }) =>
                [role, leader && 'leader', connected && 'connected'].filter(Boolean).join(', '),
            },
            {
              id: 'url',
              title: 'Address',
              width: 230,
              least: 190,
              mono: true,
              value: ({ url }) => url,
              render: ({ url }) => url,
            },
            {
              id: 'report',
              title: 'Last report',
              width: 130,
              least: 100,
              value: ({ lastReport }) => lastReport,
              render: ({ lastReport }) =>
                Number.isNaN(lastReport) ? '–' : formatAgo(lastReport, reading.at),
            },
            {
              id: 'databases',
              title: 'Databases',
              width: 90,
              align: 'end',
              value: ({ databases }) => databases,
              render: ({ databases }) => databases ?? '–',
            },
            {
              id: 'version',
              title: 'Version',
              width: 150,
              least: 90,
              value: ({ version }) => version,
              render: ({ version }) => version ?? '–',
            },
            {
              id: 'cores',
              title: 'Cores',
              width: 70,
              align: 'end',
              value: ({ cores }) => cores,
              render: ({ cores }) => cores ?? '–',
            },
            {
              id: 'memory',
              title: 'Memory',
              width: 90,
              align: 'end',
              value: ({ memoryGb }) => memoryGb,
              render: ({ memoryGb }) => (memoryGb === null ? '–' : `${memoryGb.toFixed(1)} GB`),
            },
            {
              id: 'system',
              title: 'System',
              width: 220,
              value: ({ system }) => system,
              render: ({ system }) => system ?? '–',
            },
            {
              id: 'error',
              title: 'Error',
              width: 420,
              value: ({ health }) => health.error,
              render: ({ health }) => health.error ?? '',
            },
          ]}
        />
      </div>
      {hasCluster && rows.length > 0 && <PingMatrix pings={pings} />}
    </div>
  );
}

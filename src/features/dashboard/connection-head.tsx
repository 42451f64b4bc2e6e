import { useQuery } from '@tanstack/react-query';
import { HardDrive, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import type { Connection } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import type { DatabaseInfo } from '../../protocol/databases.ts';
import { getCluster, getServerVersion, type Cluster } from '../../protocol/server.ts';
import { Badge, formatBytes, formatCount, pluralize } from '../../ui/index.ts';
import styles from './dashboard.module.css';

/** The connection's state in one line, with totals of all its databases. */
export function ConnectionHead(props: {
  readonly connectionId: string;
  readonly connection: Connection | undefined;
  readonly databases: readonly DatabaseInfo[] | null;
}): ReactNode {
  const { connectionId, connection, databases } = props;
  const { port } = useSession();
  const version = useQuery({
    queryKey: [connectionId, '@version'],
    queryFn: ({ signal }) => getServerVersion(new ServerClient(port, connectionId), { signal }),
    staleTime: 60_000,
  });
  const cluster = useQuery({
    queryKey: [connectionId, '@cluster'],
    queryFn: ({ signal }) => getCluster(new ServerClient(port, connectionId), { signal }),
    staleTime: 30_000,
  });
  const isServer = connection?.kind === 'server';
  return (
    <header className={styles.head}>
      <span className={styles.headIcon} aria-hidden="true">
        {isServer ? <Server /> : <HardDrive />}
      </span>
      <div className={styles.headText}>
        <h1>{connection?.name ?? connectionId}</h1>
        <p>
          {isServer ? <code>{connection.url}</code> : 'Works offline, no installation needed'}
          {version.data && (
            <span>{isServer ? `RavenDB ${version.data.full}` : `Engine ${version.data.full}`}</span>
          )}
          {cluster.data && <ClusterText cluster={cluster.data} />}
        </p>
      </div>
      {databases !== null && databases.length > 0 && (
        <dl className={styles.totals}>
          <Total label="Databases" value={formatCount(databases.length)} />
          <Total
            label="Documents"
            value={known(
              sum(databases, (each) => each.documents),
              formatCount,
            )}
          />
          <Total
            label="On disk"
            value={known(
              sum(databases, (each) => each.sizeOnDisk),
              formatBytes,
            )}
          />
        </dl>
      )}
    </header>
  );
}

function ClusterText({ cluster }: { readonly cluster: Cluster }): ReactNode {
  if (cluster.nodes.length <= 1) return cluster.node === null ? null : <span>Node {cluster.node}</span>;
  return (
    <>
      <span>
        Node {cluster.node ?? '?'} of {pluralize(cluster.nodes.length, 'node')} (
        {cluster.nodes.map((node) => node.tag).join(', ')})
      </span>
      {cluster.leader === null ? (
        <Badge tone="danger">No leader</Badge>
      ) : (
        <span>Leader {cluster.leader}</span>
      )}
    </>
  );
}

function Total({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Of the databases that report it, such as those that are loaded; null when none does. */
function sum(
  databases: readonly DatabaseInfo[],
  of: (database: DatabaseInfo) => number | null,
): number | null {
  const reported = databases.map(of).filter((value) => value !== null);
  return reported.length === 0 ? null : reported.reduce((total, each) => total + each, 0);
}

function known(value: number | null, format: (value: number) => string): string {
  return value === null ? '–' : format(value);
}

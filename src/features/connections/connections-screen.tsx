import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { Button, ErrorView, SkeletonRows } from '../../ui/index.ts';
import { ConnectionRow } from './connection-row.tsx';
import { connectionsQuery } from './connections-query.ts';
import { addServer } from './overlay-store.ts';
import styles from './connections.module.css';

export default function ConnectionsScreen(): ReactNode {
  const session = useSession();
  const list = useQuery(connectionsQuery(session.port));
  const hasServers = list.data?.some((each) => each.connection.kind === 'server') ?? true;

  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <div>
          <h1>Connections</h1>
          <p>
            The sandbox is the bundled local engine. Add servers by address; all connections use the same
            screens.
          </p>
        </div>
        <Button variant="primary" icon={Plus} onClick={addServer}>
          Add server
        </Button>
      </header>
      {list.isPending ? (
        <SkeletonRows rows={3} label="Loading connections" />
      ) : list.isError ? (
        <ErrorView error={list.error} doing="Loading connections" onRetry={() => void list.refetch()} />
      ) : (
        <ul className={styles.list} aria-label="Connections">
          {list.data.map((view) => (
            <ConnectionRow
              key={view.connection.id}
              view={view}
              current={view.connection.id === session.connectionId}
            />
          ))}
          {!hasServers && (
            <li className={styles.invitation}>
              No servers yet. Use <b>Add server</b> with an address such as <code>http://localhost:8080</code>
              , or <code>https://a.cluster.example.com</code> and a client certificate.
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

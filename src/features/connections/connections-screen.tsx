import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import { Button, ErrorView, SkeletonRows, TextField } from '../../ui/index.ts';
import { groupConnections } from './connection-groups.ts';
import { ConnectionRow } from './connection-row.tsx';
import { connectionsQuery } from './connections-query.ts';
import { ListTools } from './list-tools.tsx';
import { addServer } from './overlay-store.ts';
import styles from './connections.module.css';

/** Fewer connections are seen at a glance. */
const SEARCH_FROM = 6;

export default function ConnectionsScreen(): ReactNode {
  const session = useSession();
  const list = useQuery(connectionsQuery(session.port));
  const [search, setSearch] = useState('');
  const groups = groupConnections(list.data ?? [], search);
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
        <div className={styles.headerActions}>
          <Button variant="primary" icon={Plus} onClick={addServer}>
            Add server
          </Button>
          <ListTools views={list.data ?? []} />
        </div>
      </header>
      {list.isPending ? (
        <SkeletonRows rows={3} label="Loading connections" />
      ) : list.isError ? (
        <ErrorView error={list.error} doing="Loading connections" onRetry={() => void list.refetch()} />
      ) : (
        <div className={styles.groups}>
          {(list.data.length > SEARCH_FROM || search !== '') && (
            <TextField
              label="Search connections"
              hideLabel
              type="search"
              placeholder="Name, address, group or access"
              value={search}
              onChange={setSearch}
            />
          )}
          {groups.map(({ id, title, views }) => (
            <section key={id} aria-label={title}>
              {groups.length > 1 && <h2 className={styles.groupTitle}>{title}</h2>}
              <ul className={styles.list} aria-label={title}>
                {views.map((view) => (
                  <ConnectionRow
                    key={view.connection.id}
                    view={view}
                    current={view.connection.id === session.connectionId}
                  />
                ))}
              </ul>
            </section>
          ))}
          {groups.length === 0 && (
            <p className={styles.invitation} role="status">
              No connection has “{search.trim()}” in its name, address, group or access.
            </p>
          )}
          {!hasServers && (
            <p className={styles.invitation}>
              No servers yet. Use <b>Add server</b> with an address such as <code>http://localhost:8080</code>
              , or <code>https://a.cluster.example.com</code> and a client certificate.
            </p>
          )}
        </div>
      )}
    </div>
  );
}

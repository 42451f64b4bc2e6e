import { useQuery } from '@tanstack/react-query';
import { Plus, RefreshCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/registry/index.ts';
import type { ConnectionView } from '../../contract/index.ts';
import { Button, ErrorView, IconButton, SkeletonRows, TextField, useVisible } from '../../ui/index.ts';
import { groupConnections } from './connection-groups.ts';
import { ConnectionRow } from './connection-row.tsx';
import { countStates, stateWords, summaryText } from './connection-state-text.ts';
import { connectionsQuery } from './connections-query.ts';
import { ListTools } from './list-tools.tsx';
import { addServer } from './overlay-store.ts';
import { useConnectionStates, type ConnectionStates } from './use-connection-states.ts';
import styles from './connections.module.css';

/** Fewer connections are seen at a glance. */
const SEARCH_FROM = 6;

export default function ConnectionsScreen(): ReactNode {
  const session = useSession();
  const list = useQuery(connectionsQuery(session.port));
  const [search, setSearch] = useState('');
  const [element, visible] = useVisible<HTMLDivElement>();
  const states = useConnectionStates(session, visible);
  const groups = groupConnections(list.data ?? [], search, (id) => stateWords(states.get(id)));
  const all = countStates(list.data ?? [], states);
  const hasServers = list.data?.some((each) => each.connection.kind === 'server') ?? true;

  return (
    <div ref={element} className={styles.screen}>
      <header className={styles.header}>
        <div>
          <h1>Connections</h1>
          <p>The sandbox is the bundled local engine. Add servers by address.</p>
          {all.servers > 0 && (
            <p className={styles.summary} role="status">
              {summaryText(all)}
            </p>
          )}
        </div>
        <div className={styles.headerActions}>
          <Button variant="primary" icon={Plus} onClick={addServer}>
            Add server
          </Button>
          <IconButton
            label="Check servers now"
            icon={RefreshCw}
            variant="secondary"
            disabled={all.servers === 0}
            onClick={() =>
              void session.port
                .call('connections.checkNow', {})
                .catch((thrown: unknown) => session.reportError(thrown, 'Checking the servers'))
            }
          />
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
              placeholder="Name, address, group, access or state"
              value={search}
              onChange={setSearch}
            />
          )}
          {groups.map(({ id, title, views }) => (
            <section key={id} aria-label={title}>
              {groups.length > 1 && (
                <div className={styles.groupHead}>
                  <h2 className={styles.groupTitle}>{title}</h2>
                  <GroupCount servers={all.servers} views={views} states={states} />
                </div>
              )}
              <ul className={styles.list} aria-label={title}>
                {views.map((view) => (
                  <ConnectionRow
                    key={view.connection.id}
                    view={view}
                    check={states.get(view.connection.id)}
                    current={view.connection.id === session.connectionId}
                  />
                ))}
              </ul>
            </section>
          ))}
          {groups.length === 0 && (
            <p className={styles.invitation} role="status">
              No connection has “{search.trim()}” in its name, address, group, access or state.
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

/** How many servers of a group have a problem. */
function GroupCount(props: {
  readonly views: readonly ConnectionView[];
  readonly states: ConnectionStates;
  /** All servers: the head of the page has the counts of a group that has them all. */
  readonly servers: number;
}): ReactNode {
  const counts = countStates(props.views, props.states);
  return counts.servers === 0 || counts.servers === props.servers ? null : (
    <span className={styles.groupCount}>{summaryText(counts)}</span>
  );
}

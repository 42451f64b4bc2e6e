/** Compares the tab's database with another one, on the same or another server. Nothing here writes. */
import { GitCompareArrows } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import {
  useConnection,
  useDatabase,
  useSession,
  useTabState,
  type ScreenProps,
} from '../../app/registry/index.ts';
import { EmptyState, ErrorView, pluralize, useVisible } from '../../ui/index.ts';
import { readCompareState } from './compare-state.ts';
import { CompareToolbar } from './compare-toolbar.tsx';
import styles from './compare.module.css';
import { ComparedSides } from './compared-sides.tsx';
import { useComparison } from './use-comparison.ts';
import { useOtherSide } from './use-other-side.ts';

export default function CompareScreen({ tabId, connectionId, database }: ScreenProps): ReactNode {
  const session = useSession();
  const own = useDatabase({ connectionId, database });
  const name = own.client.name;
  const connection = useConnection(connectionId);
  const [state, change] = useTabState(tabId, readCompareState);
  const other = useOtherSide({ connection: connectionId, database: name }, state);
  const [root, visible] = useVisible<HTMLDivElement>();
  const names = {
    left: `${name} on ${connection?.name ?? connectionId}`,
    right: `${other.database ?? ''} on ${other.connectionName}`,
  };
  const { sides, readings, comparison, collections, total } = useComparison(own.client, other.client, names, {
    watching: state.watching,
    visible,
  });
  const { refresh } = readings;
  const hasNoOther =
    !other.isRemoved && other.databases.length === 0 && !other.isLoading && other.error === null;
  useEffect(
    () =>
      session.addCommands([
        {
          id: 'compare.refresh',
          title: 'Refresh both databases',
          group: 'Compare',
          shortcut: 'F5',
          run: refresh,
        },
      ]),
    [session, refresh],
  );

  return (
    <div className={styles.screen} ref={root}>
      <CompareToolbar
        own={names.left}
        other={other}
        database={other.database}
        onConnection={(id) => change({ connection: id, database: null })}
        onDatabase={(chosen) => change({ connection: other.connection, database: chosen })}
        watching={state.watching}
        onWatching={(watching) => change({ watching })}
        requestsPerMinute={readings.requestsPerMinute}
        isReading={readings.isReading}
        onRefresh={refresh}
        comparison={comparison}
      />
      <div className={styles.body}>
        {other.error !== null && (
          <ErrorView
            error={other.error}
            doing={`Listing the databases of ${other.connectionName}`}
            onRetry={other.retry}
            compact
          />
        )}
        {sides === null ? (
          <EmptyState
            icon={GitCompareArrows}
            title={hasNoOther ? 'No other database' : 'Select a database to compare with'}
            text={
              other.isRemoved
                ? 'The connection of the right side was removed. Select another server or database.'
                : hasNoOther
                  ? `${other.connectionName} has no other ${
                      other.disabledCount > 0
                        ? `enabled database: ${pluralize(other.disabledCount, 'database is', 'databases are')} disabled`
                        : 'database'
                    }. Create one on the dashboard, or select or add another server.`
                  : 'Compares versions, counts, indexes, settings and documents, on the same or another server.'
            }
          />
        ) : (
          <ComparedSides
            key={JSON.stringify([other.connection, other.database])}
            tabId={tabId}
            sides={sides}
            names={names}
            readings={readings}
            comparison={comparison}
            collections={collections}
            total={total}
            state={state}
            change={change}
          />
        )}
      </div>
    </div>
  );
}

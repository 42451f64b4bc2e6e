/** What a server does now: running queries, operations, requests, log, notifications. */
import { RadioTower } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useSession, useTabState, type ScreenProps } from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { EmptyState, Tabs } from '../../ui/index.ts';
import { readActivityState } from './activity-state.ts';
import { viewLabels, type ActivityView } from './activity-views.ts';
import { InternalsPane } from './internals/internals-pane.tsx';
import { LogsPane } from './logs/logs-pane.tsx';
import { NotificationsPane } from './notifications/notifications-pane.tsx';
import { OperationsPane } from './operations/operations-pane.tsx';
import { QueriesPane } from './queries/queries-pane.tsx';
import { TrafficPane } from './traffic/traffic-pane.tsx';

export default function ActivityScreen({ tabId, connectionId, params }: ScreenProps) {
  const { port } = useSession();
  const server = useMemo(() => new ServerClient(port, connectionId), [port, connectionId]);
  // A screen that links here chooses the view; what was saved for the tab takes precedence.
  const [state, change] = useTabState(tabId, (saved) => readActivityState(saved ?? { view: params.view }));
  const { monitoringFeeds } = capabilitiesOf(connectionId);
  const watched = (what: string, pane: ReactNode): ReactNode =>
    monitoringFeeds ? pane : <NotReported what={what} />;
  const shared = { server, state, onChange: change };

  return (
    <Tabs<ActivityView>
      label="Activity"
      value={state.view}
      onChange={(view) => change({ view })}
      items={[
        { id: 'queries', label: viewLabels.queries, panel: <QueriesPane {...shared} /> },
        { id: 'operations', label: viewLabels.operations, panel: <OperationsPane {...shared} /> },
        { id: 'traffic', label: viewLabels.traffic, panel: <TrafficPane {...shared} /> },
        { id: 'logs', label: viewLabels.logs, panel: watched('log', <LogsPane {...shared} />) },
        {
          id: 'notifications',
          label: viewLabels.notifications,
          panel: watched('notifications', <NotificationsPane {...shared} />),
        },
        {
          id: 'internals',
          label: viewLabels.internals,
          panel: watched('connections and transactions', <InternalsPane {...shared} />),
        },
      ]}
    />
  );
}

function NotReported({ what }: { readonly what: string }) {
  return (
    <EmptyState
      icon={RadioTower}
      title={`The sandbox does not report its ${what}`}
      text="Connect to a RavenDB server to see this. The other tabs show the running queries, operations and requests of the sandbox."
    />
  );
}

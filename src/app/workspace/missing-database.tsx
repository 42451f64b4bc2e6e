import { DatabaseZap } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { requestCreateDatabase } from '../../features/dashboard/create-request.ts';
import { useServerWriteRefusal } from '../registry/index.ts';
import { Button, EmptyState, pluralize } from '../../ui/index.ts';
import { screenById } from '../screens.ts';
import { openTab, requestClose, workspaceStore } from './workspace-store.ts';

/** Replaces the screens of a database that was deleted elsewhere, with what to do next. */
export function MissingDatabase(props: {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly database: string;
  /** The tab holds unsaved changes, shown below. */
  readonly dirty: boolean;
}): ReactNode {
  const { connectionId, connectionName, database, dirty } = props;
  const writeRefusal = useServerWriteRefusal(connectionId);
  const tabs = useStore(workspaceStore, (state) => state.tabs);
  const own = tabs.filter((tab) => tab.connectionId === connectionId && tab.database === database);
  const openDashboard = (): void => {
    const dashboard = screenById('dashboard');
    if (dashboard) openTab(dashboard, { connectionId, database: null });
  };
  return (
    <div role="alert" aria-label={`${database} does not exist`}>
      <EmptyState
        icon={DatabaseZap}
        title={`${database} no longer exists`}
        text={`${connectionName} has no database with this name: it was deleted or renamed.${dirty ? ' Your unsaved changes are still here; copy them before you close the tab.' : ''}`}
        action={
          <>
            <Button variant="primary" onClick={openDashboard}>
              Choose another database
            </Button>
            <Button onClick={() => requestClose(own.map((tab) => tab.id))}>
              {own.length > 1 ? `Close its ${pluralize(own.length, 'tab')}` : 'Close tab'}
            </Button>
            <Button
              disabledReason={writeRefusal}
              onClick={() => {
                openDashboard();
                requestCreateDatabase(connectionId, database);
              }}
            >
              Create it again, empty…
            </Button>
          </>
        }
      />
    </div>
  );
}

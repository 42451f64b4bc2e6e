import { lazy, Suspense, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { Unplug } from 'lucide-react';
import { SessionContext, type Screen, type ScreenProps } from '../registry/index.ts';
import { makeSession } from '../session/make-session.ts';
import { TabErrorBoundary } from '../errors/tab-error-boundary.tsx';
import { Button, EmptyState, SkeletonRows } from '../../ui/index.ts';
import { screenById } from '../screens.ts';
import { useConnections, useShellPort } from '../shell/shell-context.ts';
import { DisabledDatabase } from './disabled-database.tsx';
import { useUnusableDatabase } from './use-unusable-database.ts';
import { MissingDatabase } from './missing-database.tsx';
import { closeTabs, workspaceStore } from './workspace-store.ts';
import type { Tab } from './saved-workspace.ts';
import styles from './work-area.module.css';

const components = new Map<string, ComponentType<ScreenProps>>();

/** One lazy component per screen, so that a second tab of the same screen renders at once. */
function componentOf(screen: Screen): ComponentType<ScreenProps> {
  const known = components.get(screen.id);
  if (known) return known;
  const made = lazy(() => screen.load());
  components.set(screen.id, made);
  return made;
}

/** The content of a tab: its screen with its own session, its error, or a notice that its server was removed. */
export function TabFrame({ tab }: { readonly tab: Tab }): ReactNode {
  const screen = screenById(tab.screen);
  if (!screen) return null;
  return (
    <section className={styles.tab} aria-label={screen.title(tab.params)}>
      <TabErrorBoundary
        doing={`Rendering ${screen.title(tab.params)}`}
        reloadLabel="Reload tab"
        // A lazy component caches a failed load, so a new one is created to retry.
        onReload={() => components.delete(screen.id)}
      >
        <TabContent tab={tab} screen={screen} />
      </TabErrorBoundary>
    </section>
  );
}

function TabContent({ tab, screen }: { readonly tab: Tab; readonly screen: Screen }): ReactNode {
  const port = useShellPort();
  const connections = useConnections();
  const lastDatabase = useStore(workspaceStore, (state) => state.lastDatabases[tab.connectionId]);
  const database = screen.scope === 'database' ? tab.database : (lastDatabase ?? null);
  const inForce = useStore(workspaceStore, (state) => state.connectionId);
  const connectionId = screen.scope === 'app' ? inForce : tab.connectionId;
  const session = useMemo(
    () => makeSession(port, { connectionId, database }, tab.id),
    [port, connectionId, database, tab.id],
  );
  // Stable for the lifetime of the tab. A reload after an error creates a new one, and with it a new lazy
  // component.
  const [Component] = useState(() => componentOf(screen));
  const shown = screen.scope === 'database' ? tab.database : null;
  const found = useUnusableDatabase(tab.connectionId, shown);
  const unusable = found === 'disabled' && screen.worksWhileDisabled ? null : found;
  const dirty = useStore(workspaceStore, (state) => state.dirty.has(tab.id));
  const connectionName = connections?.find((each) => each.connection.id === tab.connectionId)?.connection
    .name;
  if (
    screen.scope !== 'app' &&
    connections !== null &&
    !connections.some((each) => each.connection.id === tab.connectionId)
  )
    return (
      <EmptyState
        icon={Unplug}
        title="Server removed"
        text="This tab uses a connection that no longer exists."
        action={<Button onClick={() => closeTabs([tab.id])}>Close tab</Button>}
      />
    );
  return (
    <SessionContext.Provider value={session}>
      {unusable === 'missing' && shown !== null && (
        <MissingDatabase
          connectionId={tab.connectionId}
          connectionName={connectionName ?? 'The server'}
          database={shown}
          dirty={dirty}
        />
      )}
      {unusable === 'disabled' && shown !== null && (
        <DisabledDatabase connectionName={connectionName ?? 'the server'} database={shown} dirty={dirty} />
      )}
      {(unusable === null || dirty) && (
        <Suspense fallback={<SkeletonRows label={`Loading ${screen.title(tab.params)}`} />}>
          <Component
            tabId={tab.id}
            connectionId={tab.connectionId}
            database={tab.database}
            params={tab.params}
          />
        </Suspense>
      )}
    </SessionContext.Provider>
  );
}

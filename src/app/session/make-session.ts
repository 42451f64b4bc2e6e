import type { Port } from '../../contract/index.ts';
import { commandRegistry } from '../commands/command-registry.ts';
import { reportProblem } from '../errors/problem-store.ts';
import { runOperation } from '../operations/operation-store.ts';
import type { OpenOptions, Session } from '../registry/index.ts';
import { screenById } from '../screens.ts';
import { showToast } from '../toasts/toast-store.ts';
import { lastUsedTab } from '../workspace/tab-set.ts';
import {
  activateTab,
  currentDatabase,
  databaseStateKey,
  removeDatabase,
  openTab,
  requestClose,
  setDirty,
  setTarget,
  workspaceStore,
  writeDatabaseState,
  writeTabState,
  type Target,
} from '../workspace/workspace-store.ts';

/**
 * Creates a session with a fixed target. `tabId` is null for the shell itself, whose commands are active in every
 * tab.
 */
export function makeSession(port: Port, target: Target, tabId: string | null): Session {
  return {
    port,
    connectionId: target.connectionId,
    database: target.database,
    openScreen: (screenId, options) => openScreen(screenId, target, options),
    closeTab: (id) => requestClose([id]),
    setConnection,
    setDatabase: (database) => setDatabase(target.connectionId, database),
    notify: (toast) => void showToast(toast),
    reportError: reportProblem,
    runOperation,
    addCommands: (commands) =>
      commandRegistry.add(tabId === null ? { kind: 'shell' } : { kind: 'tab', tabId }, commands),
    setDirty,
    readTabState: (id) => workspaceStore.getState().tabStates[id],
    writeTabState,
    readDatabaseState: (feature) =>
      workspaceStore.getState().databaseStates[databaseStateKey(target, feature)],
    writeDatabaseState: (feature, state) => writeDatabaseState(target, feature, state),
  };
}

function openScreen(screenId: string, target: Target, options: OpenOptions = {}): void {
  const screen = screenById(screenId);
  if (!screen) {
    reportProblem(new Error(`There is no screen named “${screenId}”.`), 'Opening the screen');
    return;
  }
  const connectionId = options.connectionId ?? target.connectionId;
  const database =
    options.database ??
    (connectionId === target.connectionId ? target.database : null) ??
    workspaceStore.getState().lastDatabases[connectionId] ??
    null;
  if (screen.scope === 'database' && database === null) {
    showToast({
      kind: 'info',
      message: `Select a database first: ${screen.rail?.label ?? screen.title({})} needs one.`,
    });
    const dashboard = screenById('dashboard');
    if (dashboard) openTab(dashboard, { connectionId, database: null });
    return;
  }
  openTab(screen, { connectionId, database }, options.params, options.split);
}

/** Opens the dashboard of the connection. */
export function setConnection(connectionId: string): void {
  setTarget({ connectionId, database: null });
  const dashboard = screenById('dashboard');
  if (dashboard) openTab(dashboard, { connectionId, database: null });
}

/**
 * With one tab set per database, returns to the last tab of the new database. Otherwise, and for a database without
 * tabs, opens the active screen for it, if it shows a database; the tab of the old database stays.
 */
export function setDatabase(connectionId: string, database: string | null): void {
  const before = workspaceStore.getState();
  if (database === null) {
    const last = before.lastDatabases[connectionId];
    if (last !== undefined) removeDatabase(connectionId, last);
    return;
  }
  setTarget({ connectionId, database });
  const last =
    before.tabFilter === 'database'
      ? lastUsedTab(before.tabs, before.recent, { connectionId, database })
      : undefined;
  if (last) {
    activateTab(last.id, screenById(last.screen)?.scope);
    return;
  }
  const tab = before.tabs.find((each) => each.id === before.activeTab);
  const screen = tab ? screenById(tab.screen) : undefined;
  if (screen?.rail && screen.scope === 'database' && tab?.connectionId === connectionId)
    openTab(screen, { connectionId, database });
}

export function currentTarget(): Target {
  const state = workspaceStore.getState();
  return { connectionId: state.connectionId, database: currentDatabase(state) };
}

/** Tabs, the current target, and the view state of each tab. The work area renders it and reports user actions. */
import { SANDBOX_ID } from '../../contract/index.ts';
import { createStore } from 'zustand/vanilla';
import { displayNameStore } from '../registry/display-names/display-names.ts';
import type { Screen, ScreenParams } from '../registry/index.ts';
import { firstStart, type SavedWorkspace, type Tab, type TabFilter } from './saved-workspace.ts';
import type { Layout } from './layout-tree.ts';
import { emptyHistory, step, visit, type TabHistory } from './tab-history.ts';
import { belongsTo, type ScopeOf } from './tab-set.ts';

export interface WorkspaceState {
  readonly connectionId: string;
  readonly lastDatabases: Readonly<Record<string, string>>;
  readonly tabs: readonly Tab[];
  readonly activeTab: string | null;
  readonly layout: Layout | null;
  readonly tabStates: Readonly<Record<string, unknown>>;
  readonly databaseStates: Readonly<Record<string, unknown>>;
  readonly tabFilter: TabFilter;
  readonly dirty: ReadonlySet<string>;
  /** Tabs to place in a split next to the tab that was active; read once, when they are placed. */
  readonly pendingSplits: Readonly<Record<string, string>>;
  /** Ids of open tabs, the last active first. */
  readonly recent: readonly string[];
  readonly history: TabHistory;
  /** An unsaved tab with a pending close request. */
  readonly pendingClose: readonly string[];
}

export const workspaceStore = createStore<WorkspaceState>(() => ({
  ...firstStart,
  dirty: new Set<string>(),
  pendingSplits: {},
  recent: [],
  history: emptyHistory,
  pendingClose: [],
}));

const { getState, setState } = workspaceStore;

export function restoreWorkspace({ displayNames, ...saved }: SavedWorkspace): void {
  displayNameStore.setState({ names: displayNames });
  setState({
    ...saved,
    dirty: new Set(saved.dirty),
    pendingSplits: {},
    recent: [],
    history: emptyHistory,
    pendingClose: [],
  });
}

export function currentDatabase(state: WorkspaceState): string | null {
  return state.lastDatabases[state.connectionId] ?? null;
}

export interface Target {
  readonly connectionId: string;
  readonly database: string | null;
}

/** Opens a screen, or activates the tab with the same screen, target and params. */
export function openTab(screen: Screen, target: Target, params: ScreenParams = {}, split = false): string {
  const wanted: Omit<Tab, 'id'> = {
    screen: screen.id,
    connectionId: target.connectionId,
    database: screen.scope === 'database' ? target.database : null,
    params,
  };
  const { tabs, activeTab, pendingSplits } = getState();
  const open = tabs.find((tab) => sameView(tab, wanted, screen));
  const id = open?.id ?? freeId(screen.id, tabs);
  setState({
    tabs: open ? tabs : [...tabs, { id, ...wanted }],
    pendingSplits:
      split && !open && activeTab !== null ? { ...pendingSplits, [id]: activeTab } : pendingSplits,
  });
  activateTab(id, screen.scope);
  return id;
}

function sameView(tab: Tab, wanted: Omit<Tab, 'id'>, screen: Screen): boolean {
  if (tab.screen !== wanted.screen) return false;
  if (screen.scope !== 'app' && tab.connectionId !== wanted.connectionId) return false;
  if (tab.database !== wanted.database) return false;
  const keys = new Set([...Object.keys(tab.params), ...Object.keys(wanted.params)]);
  return [...keys].every((key) => tab.params[key] === wanted.params[key]);
}

function freeId(screen: string, tabs: readonly Tab[]): string {
  const taken = new Set(tabs.map((tab) => tab.id));
  let number = 1;
  while (taken.has(`${screen}-${number}`)) number++;
  return `${screen}-${number}`;
}

/** The current target follows the active tab. */
export function activateTab(id: string | null, scope: Screen['scope'] | undefined): void {
  const { tabs, recent, activeTab, history } = getState();
  const tab = tabs.find((each) => each.id === id);
  setState({
    activeTab: tab?.id ?? null,
    ...(tab ? { history: visit(history, activeTab, tab.id) } : {}),
    ...(tab ? { recent: [tab.id, ...recent.filter((each) => each !== tab.id)] } : {}),
  });
  if (!tab || scope === 'app') return;
  setTarget({ connectionId: tab.connectionId, database: tab.database });
}

/** Activates the tab that was active before, or after a step back the next one. */
export function goInHistory(direction: keyof TabHistory, scopeOf: ScopeOf): void {
  const { tabs, activeTab, history } = getState();
  const next = step(history, direction, activeTab, (id) => tabs.some((tab) => tab.id === id));
  const tab = tabs.find((each) => each.id === next?.id);
  if (!next || !tab) return;
  activateTab(tab.id, scopeOf(tab.screen));
  setState({ history: next.history });
}

/** A null database keeps the last one of the connection. */
export function setTarget(target: Target): void {
  const { connectionId, lastDatabases } = getState();
  const changes = target.database !== null && lastDatabases[target.connectionId] !== target.database;
  if (target.connectionId === connectionId && !changes) return;
  setState({
    connectionId: target.connectionId,
    lastDatabases:
      target.database === null ? lastDatabases : { ...lastDatabases, [target.connectionId]: target.database },
  });
}

export function removeDatabase(connectionId: string, database: string): void {
  const { lastDatabases } = getState();
  if (lastDatabases[connectionId] !== database) return;
  setState({
    lastDatabases: Object.fromEntries(Object.entries(lastDatabases).filter(([id]) => id !== connectionId)),
  });
}

/**
 * After its server is removed, the sandbox becomes the target. Its tabs stay: they show what happened and may hold
 * unsaved text.
 */
export function removeConnection(connectionId: string): void {
  if (getState().connectionId === connectionId) setState({ connectionId: SANDBOX_ID });
}

/** Needs confirmation for unsaved changes. */
export function requestClose(ids: readonly string[]): void {
  const { dirty } = getState();
  const unsaved = ids.filter((id) => dirty.has(id));
  closeTabs(ids.filter((id) => !dirty.has(id)));
  if (unsaved.length > 0) setState({ pendingClose: unsaved });
}

export function resolveClose(close: boolean): void {
  const { pendingClose } = getState();
  setState({ pendingClose: [] });
  if (close) closeTabs(pendingClose);
}

export function closeTabs(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const gone = new Set(ids);
  const { tabs, activeTab, tabStates, dirty, recent } = getState();
  setState({
    recent: recent.filter((id) => !gone.has(id)),
    tabs: tabs.filter((tab) => !gone.has(tab.id)),
    activeTab: activeTab !== null && gone.has(activeTab) ? null : activeTab,
    tabStates: Object.fromEntries(Object.entries(tabStates).filter(([id]) => !gone.has(id))),
    dirty: new Set([...dirty].filter((id) => !gone.has(id))),
  });
}

export function setDirty(id: string, isDirty: boolean): void {
  const { dirty } = getState();
  if (dirty.has(id) === isDirty) return;
  const next = new Set(dirty);
  if (isDirty) next.add(id);
  else next.delete(id);
  setState({ dirty: next });
}

export function writeTabState(id: string, state: unknown): void {
  const { tabs, tabStates } = getState();
  // A screen can write state while it unmounts; a closed tab stores nothing.
  if (tabs.some((tab) => tab.id === id)) setState({ tabStates: { ...tabStates, [id]: state } });
}

/** The key of a feature's state for a database. */
export function databaseStateKey({ connectionId, database }: Target, feature: string): string {
  return `${feature}:${connectionId}/${database ?? ''}`;
}

export function writeDatabaseState(target: Target, feature: string, state: unknown): void {
  const key = databaseStateKey(target, feature);
  setState({ databaseStates: { ...getState().databaseStates, [key]: state } });
}

export function setLayout(layout: Layout | null): void {
  setState({ layout });
}

export function setTabFilter(tabFilter: TabFilter): void {
  setState({ tabFilter });
}

/** Whether the tab strip shows a tab. The front tab of each group is shown in any case. */
export function isInStrip(state: WorkspaceState, id: string, scopeOf: ScopeOf): boolean {
  if (state.tabFilter === 'all') return true;
  const tab = state.tabs.find((each) => each.id === id);
  const target = { connectionId: state.connectionId, database: currentDatabase(state) };
  return tab !== undefined && belongsTo(tab, target, scopeOf);
}

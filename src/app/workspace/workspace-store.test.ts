import { FileJson } from 'lucide-react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Screen } from '../registry/index.ts';
import { firstStart } from './saved-workspace.ts';
import {
  activateTab,
  resolveClose,
  currentDatabase,
  removeConnection,
  removeDatabase,
  openTab,
  requestClose,
  restoreWorkspace,
  setDirty,
  setTarget,
  workspaceStore,
  databaseStateKey,
  writeDatabaseState,
  writeTabState,
} from './workspace-store.ts';

const screen = (id: string, scope: Screen['scope']): Screen => ({
  id,
  scope,
  icon: FileJson,
  title: () => id,
  load: () => Promise.reject(new Error('not shown here')),
});
const documents = screen('documents', 'database');
const dashboard = screen('dashboard', 'connection');
const connections = screen('connections', 'app');
const shop = { connectionId: 'sandbox', database: 'Shop' };

const now = () => workspaceStore.getState();
const ids = (): string[] => now().tabs.map((tab) => tab.id);

beforeEach(() => restoreWorkspace({ ...firstStart, tabs: [], activeTab: null }));

describe('opening', () => {
  it('activates an open tab of the same view', () => {
    const first = openTab(documents, shop, { collection: 'Orders' });
    openTab(documents, shop);
    expect(openTab(documents, shop, { collection: 'Orders' })).toBe(first);
    expect(ids()).toEqual(['documents-1', 'documents-2']);
    expect(now().activeTab).toBe(first);
  });

  it('opens another tab for another database, and one for all databases of a connection', () => {
    openTab(documents, shop);
    openTab(documents, { ...shop, database: 'Other' });
    openTab(dashboard, shop);
    openTab(dashboard, { ...shop, database: 'Other' });
    openTab(connections, shop);
    openTab(connections, { connectionId: 'staging', database: null });
    expect(ids()).toEqual(['documents-1', 'documents-2', 'dashboard-1', 'connections-1']);
  });

  it('remembers the tab that a new tab was split from', () => {
    openTab(documents, shop);
    const id = openTab(dashboard, shop, {}, true);
    expect(now().pendingSplits[id]).toBe('documents-1');
  });
});

describe('the current target', () => {
  it('follows the active tab', () => {
    openTab(documents, shop);
    openTab(documents, { connectionId: 'staging', database: 'Live' });
    expect([now().connectionId, currentDatabase(now())]).toEqual(['staging', 'Live']);
    activateTab('documents-1', 'database');
    expect([now().connectionId, currentDatabase(now())]).toEqual(['sandbox', 'Shop']);
  });

  it('stays when a tab without a target becomes active', () => {
    openTab(documents, shop);
    openTab(connections, { connectionId: 'staging', database: null });
    expect(now().connectionId).toBe('sandbox');
  });

  it('returns to the last used database of a connection', () => {
    setTarget(shop);
    setTarget({ connectionId: 'staging', database: 'Live' });
    setTarget({ connectionId: 'sandbox', database: null });
    expect(currentDatabase(now())).toBe('Shop');
    removeDatabase('sandbox', 'Shop');
    expect(currentDatabase(now())).toBeNull();
  });

  it('falls back to the sandbox when its server is removed', () => {
    setTarget({ connectionId: 'staging', database: 'Live' });
    removeConnection('staging');
    expect(now().connectionId).toBe('sandbox');
  });
});

describe('closing', () => {
  beforeEach(() => {
    openTab(documents, shop);
    openTab(dashboard, shop);
  });

  it('needs confirmation for unsaved tabs, and closes the others at once', () => {
    setDirty('documents-1', true);
    requestClose(['documents-1', 'dashboard-1']);
    expect(ids()).toEqual(['documents-1']);
    expect(now().pendingClose).toEqual(['documents-1']);
    resolveClose(false);
    expect(ids()).toEqual(['documents-1']);
    requestClose(['documents-1']);
    resolveClose(true);
    expect(ids()).toEqual([]);
    expect(now().dirty.size).toBe(0);
  });

  it('needs confirmation for restored unsaved tabs that were not shown yet', () => {
    restoreWorkspace({ ...firstStart, ...now(), dirty: ['documents-1'] });
    expect(now().dirty).toEqual(new Set(['documents-1']));
    requestClose(['documents-1']);
    expect(now().pendingClose).toEqual(['documents-1']);
  });

  it('drops the state of closed tabs, and accepts none from them', () => {
    writeTabState('documents-1', { scroll: 4 });
    requestClose(['documents-1']);
    writeTabState('documents-1', { scroll: 5 });
    expect(now().tabStates).toEqual({});
  });

  it('keeps the state of a database when its tabs are closed', () => {
    const target = { connectionId: 'sandbox', database: 'Shop' };
    writeDatabaseState(target, 'patch', { snippets: ['a'] });
    requestClose(['documents-1', 'dashboard-1']);
    expect(now().databaseStates[databaseStateKey(target, 'patch')]).toEqual({ snippets: ['a'] });
    expect(now().databaseStates[databaseStateKey({ ...target, database: 'Other' }, 'patch')]).toBeUndefined();
  });
});

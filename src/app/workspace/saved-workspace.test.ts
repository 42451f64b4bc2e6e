import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstStart, readWorkspace, writeWorkspace, type SavedWorkspace } from './saved-workspace.ts';
import { pruneLayout, tabsOfLayout, type Layout } from './layout-tree.ts';

const knows = (screen: string): boolean => ['dashboard', 'documents', 'query'].includes(screen);

const layout: Layout = {
  direction: 'row',
  width: 1392,
  height: 834,
  root: {
    kind: 'split',
    size: 834,
    children: [
      { kind: 'group', size: 700, tabs: ['documents-1', 'query-1'], active: 'query-1' },
      {
        kind: 'split',
        size: 692,
        children: [{ kind: 'group', size: 834, tabs: ['query-2'], active: 'query-2' }],
      },
    ],
  },
};

const tab = (id: string, screen: string) => ({
  id,
  screen,
  connectionId: 'sandbox',
  database: 'Shop',
  params: {},
});

const saved: SavedWorkspace = {
  connectionId: 'sandbox',
  lastDatabases: { sandbox: 'Shop' },
  tabs: [tab('documents-1', 'documents'), tab('query-1', 'query'), tab('query-2', 'query')],
  activeTab: 'query-1',
  layout,
  tabStates: { 'query-1': { text: 'from Orders', scroll: 12 } },
  databaseStates: { 'patch:sandbox/Shop': { snippets: [] } },
  displayNames: { sandbox: { Shop: 'Web shop' } },
  tabFilter: 'database',
  dirty: ['query-1'],
};

const throughJson = (state: SavedWorkspace): Record<string, unknown> =>
  JSON.parse(JSON.stringify(writeWorkspace(state))) as Record<string, unknown>;

describe('readWorkspace', () => {
  it('starts with the dashboard of the sandbox', () => {
    expect(readWorkspace(null, knows)).toEqual({ workspace: firstStart, notices: [] });
  });

  it('restores what was written', () => {
    expect(readWorkspace(throughJson(saved), knows)).toEqual({ workspace: saved, notices: [] });
  });

  it('reports an unreadable and a newer workspace', () => {
    expect(readWorkspace({ version: 1, tabs: 'none' }, knows)).toMatchObject({
      workspace: firstStart,
      notices: [expect.stringContaining('could not be read')],
    });
    expect(readWorkspace({ version: 2 }, knows).notices).toEqual([expect.stringContaining('newer version')]);
  });

  it('keeps valid tabs next to an invalid one', () => {
    const state = { ...throughJson(saved), tabs: [...saved.tabs, { id: 7 }, null] };
    const { workspace, notices } = readWorkspace(state, knows);
    expect(workspace.tabs).toEqual(saved.tabs);
    expect(notices).toEqual(['2 saved tabs could not be read.']);
  });

  it('leaves out unknown screens and names them', () => {
    const state = {
      ...throughJson(saved),
      tabs: [...saved.tabs, tab('maps-1', 'maps')],
      activeTab: 'maps-1',
    };
    const { workspace, notices } = readWorkspace(state, knows);
    expect(workspace.tabs).toEqual(saved.tabs);
    expect(workspace.activeTab).toBe('documents-1');
    expect(notices).toEqual([expect.stringContaining('“maps”')]);
  });

  it('keeps the tabs when only their layout is invalid', () => {
    const { workspace, notices } = readWorkspace(
      { ...throughJson(saved), layout: { root: { kind: 'spiral' } } },
      knows,
    );
    expect(workspace).toMatchObject({ tabs: saved.tabs, layout: null });
    expect(notices).toEqual([expect.stringContaining('layout')]);
  });

  it('drops the state of removed tabs', () => {
    const state = { ...throughJson(saved), tabStates: { 'query-1': 1, ghost: 2 } };
    expect(readWorkspace(state, knows).workspace.tabStates).toEqual({ 'query-1': 1 });
  });

  it('opens the dashboard of the same connection when no tab is left', () => {
    const { workspace } = readWorkspace(
      { ...throughJson(saved), connectionId: 'staging', tabs: [], layout: null },
      knows,
    );
    expect(workspace.tabs).toMatchObject([{ screen: 'dashboard', connectionId: 'staging' }]);
    expect(workspace.activeTab).toBe(workspace.tabs[0]?.id);
  });

  it('never throws and always returns a tab, for any saved value', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.record({
            version: fc.constant(1),
            tabs: fc.jsonValue(),
            layout: fc.jsonValue(),
            connectionId: fc.string(),
          }),
        ),
        (raw) => {
          const { workspace } = readWorkspace(raw, knows);
          expect(workspace.tabs.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});

describe('pruneLayout', () => {
  it('removes unknown tabs and empty groups', () => {
    const pruned = pruneLayout(layout, (id) => id !== 'query-2' && id !== 'query-1');
    expect(pruned?.root).toEqual({
      kind: 'split',
      size: 834,
      children: [{ kind: 'group', size: 700, tabs: ['documents-1'], active: 'documents-1' }],
    });
  });

  it('keeps a duplicate tab once', () => {
    const twice: Layout = {
      ...layout,
      root: { kind: 'split', size: 1, children: [layout.root, layout.root] },
    };
    const pruned = pruneLayout(twice, () => true);
    expect(pruned && tabsOfLayout(pruned.root)).toEqual(['documents-1', 'query-1', 'query-2']);
  });

  it('returns null when nothing is left', () => {
    expect(pruneLayout(layout, () => false)).toBeNull();
  });
});

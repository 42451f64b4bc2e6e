/** The persisted workspace. Reading never fails: invalid parts are left out and reported. */
import { SANDBOX_ID } from '../../contract/index.ts';
import { z } from 'zod';
import type { DisplayNames } from '../registry/index.ts';
import { layoutSchema, pruneLayout, type Layout } from './layout-tree.ts';
import { pluralize } from '../../ui/index.ts';

export const WORKSPACE_VERSION = 1;

/** `all`: one strip for every tab. `database`: only the tabs of the current connection and database. */
export const tabFilters = ['all', 'database'] as const;
export type TabFilter = (typeof tabFilters)[number];

const tabSchema = z.object({
  id: z.string().min(1).max(80),
  screen: z.string().min(1),
  connectionId: z.string().min(1),
  database: z.string().nullable(),
  params: z.record(z.string(), z.string()),
});
export type Tab = Readonly<z.infer<typeof tabSchema>>;

/**
 * The outer object is validated strictly; its parts are validated one by one below, so that one invalid tab does
 * not discard the others.
 */
const savedSchema = z.object({
  version: z.literal(WORKSPACE_VERSION),
  connectionId: z.string().min(1),
  lastDatabases: z.record(z.string(), z.string()).catch({}),
  tabs: z.array(z.unknown()).max(500),
  activeTab: z.string().nullable().catch(null),
  layout: z.unknown(),
  tabStates: z.record(z.string(), z.unknown()).catch({}),
  databaseStates: z.record(z.string(), z.unknown()).catch({}),
  displayNames: z.record(z.string(), z.record(z.string(), z.string())).catch({}),
  tabFilter: z.enum(tabFilters).catch('all'),
  dirty: z.array(z.string()).catch([]),
});

export interface SavedWorkspace {
  readonly connectionId: string;
  /** The last used database per connection. */
  readonly lastDatabases: Readonly<Record<string, string>>;
  readonly tabs: readonly Tab[];
  readonly activeTab: string | null;
  /** Null: all tabs in one group. */
  readonly layout: Layout | null;
  readonly tabStates: Readonly<Record<string, unknown>>;
  /** What features keep for a database, by feature, connection and database. */
  readonly databaseStates: Readonly<Record<string, unknown>>;
  /** Names that the window shows for databases, by connection and database. */
  readonly displayNames: DisplayNames;
  readonly tabFilter: TabFilter;
  /** Ids of tabs with unsaved changes: a tab that is not shown yet cannot report them itself. */
  readonly dirty: readonly string[];
}

const dashboardTab: Tab = {
  id: 'dashboard-1',
  screen: 'dashboard',
  connectionId: SANDBOX_ID,
  database: null,
  params: {},
};

export const firstStart: SavedWorkspace = {
  connectionId: SANDBOX_ID,
  lastDatabases: {},
  tabs: [{ id: 'dashboard-1', screen: 'dashboard', connectionId: SANDBOX_ID, database: null, params: {} }],
  activeTab: 'dashboard-1',
  layout: null,
  tabStates: {},
  databaseStates: {},
  displayNames: {},
  tabFilter: 'all',
  dirty: [],
};

export interface RestoredWorkspace {
  readonly workspace: SavedWorkspace;
  /** Messages about parts that were not restored. */
  readonly notices: readonly string[];
}

export function readWorkspace(raw: unknown, knowsScreen: (screen: string) => boolean): RestoredWorkspace {
  if (raw === null || raw === undefined) return { workspace: firstStart, notices: [] };
  const parsed = savedSchema.safeParse(raw);
  if (!parsed.success) {
    const version = z.object({ version: z.number() }).safeParse(raw);
    const newer = version.success && version.data.version > WORKSPACE_VERSION;
    return {
      workspace: firstStart,
      notices: [
        newer
          ? 'A newer version of Rookery saved these tabs. This version cannot restore them.'
          : 'The saved tabs could not be read. Rookery opens the dashboard instead.',
      ],
    };
  }
  const notices: string[] = [];
  const saved = parsed.data;
  const tabs = readTabs(saved.tabs, knowsScreen, notices);
  const layout = layoutSchema.nullable().safeParse(saved.layout);
  if (!layout.success) notices.push('The tab layout could not be read. All tabs are in one group.');
  // An empty workspace opens the dashboard.
  if (tabs.length === 0) tabs.push({ ...dashboardTab, connectionId: saved.connectionId });
  const ids = new Set(tabs.map((tab) => tab.id));
  return {
    workspace: {
      connectionId: saved.connectionId,
      lastDatabases: saved.lastDatabases,
      tabs,
      activeTab:
        saved.activeTab !== null && ids.has(saved.activeTab) ? saved.activeTab : (tabs[0]?.id ?? null),
      layout: layout.success && layout.data !== null ? pruneLayout(layout.data, (id) => ids.has(id)) : null,
      tabStates: Object.fromEntries(Object.entries(saved.tabStates).filter(([id]) => ids.has(id))),
      databaseStates: saved.databaseStates,
      displayNames: saved.displayNames,
      tabFilter: saved.tabFilter,
      dirty: saved.dirty.filter((id) => ids.has(id)),
    },
    notices,
  };
}

function readTabs(
  raw: readonly unknown[],
  knowsScreen: (screen: string) => boolean,
  notices: string[],
): Tab[] {
  const tabs = new Map<string, Tab>();
  let unreadable = 0;
  const foreign = new Set<string>();
  for (const each of raw) {
    const tab = tabSchema.safeParse(each);
    if (!tab.success) unreadable++;
    else if (!knowsScreen(tab.data.screen)) foreign.add(tab.data.screen);
    else if (!tabs.has(tab.data.id)) tabs.set(tab.data.id, tab.data);
  }
  if (unreadable > 0) notices.push(`${pluralize(unreadable, 'saved tab')} could not be read.`);
  if (foreign.size > 0)
    notices.push(
      `This version has no screen named ${[...foreign].map((name) => `“${name}”`).join(', ')}. Those tabs were not restored.`,
    );
  return [...tabs.values()];
}

export function writeWorkspace(workspace: SavedWorkspace): unknown {
  return { version: WORKSPACE_VERSION, ...workspace };
}

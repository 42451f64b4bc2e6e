/** What the palette finds besides commands: open tabs, and the contents of the current database. */
import { FileJson, Files, History, ListTree, PanelTop } from 'lucide-react';
import type { ConnectionView, Port } from '../../contract/index.ts';
import { historyKey, useQueryHistory } from '../../features/query/runs/query-history.ts';
import { readQueryState } from '../../features/query/runs/query-state.ts';
import { formatCount } from '../../ui/index.ts';
import { shownName, type DisplayNames } from '../registry/index.ts';
import { screenById } from '../screens.ts';
import { makeSession } from '../session/make-session.ts';
import { targetName } from '../workspace/tab-set.ts';
import { activateTab, type Target, type WorkspaceState } from '../workspace/workspace-store.ts';
import type { FilterItem } from './filter-list.tsx';

const MOST_PAST_QUERIES = 50;
/** Longer queries are cut in the list, and opened in full. */
const SHOWN_QUERY = 120;

/** The tabs, the last active first, without the one in front. */
export function tabItems(
  { tabs, recent, activeTab }: Pick<WorkspaceState, 'tabs' | 'recent' | 'activeTab'>,
  connections: readonly ConnectionView[],
  names: DisplayNames,
): FilterItem[] {
  const age = (id: string): number => {
    const place = recent.indexOf(id);
    return place < 0 ? recent.length : place;
  };
  return tabs
    .filter((tab) => tab.id !== activeTab)
    .sort((a, b) => age(a.id) - age(b.id))
    .flatMap((tab) => {
      const screen = screenById(tab.screen);
      if (!screen) return [];
      const connection = connections.find((each) => each.connection.id === tab.connectionId)?.connection;
      const shown = tab.database === null ? null : shownName(names, tab.connectionId, tab.database);
      const target = connection && screen.scope !== 'app' ? targetName(connection.name, shown) : null;
      return [
        {
          id: `tab:${tab.id}`,
          label: screen.title(tab.params),
          group: 'Open tabs',
          icon: <PanelTop />,
          ...(target === null ? {} : { note: target }),
          run: () => activateTab(tab.id, screen.scope),
        },
      ];
    });
}

/** Names of one database, as far as they are known. */
export function databaseItems(
  port: Port,
  target: Target,
  known: {
    readonly collections: readonly { readonly name: string; readonly documents: number }[];
    readonly indexes: readonly string[];
    readonly pastQueries: readonly string[];
  },
): FilterItem[] {
  if (target.database === null) return [];
  const session = makeSession(port, target, null);
  const openQuery = (query: string) => session.openScreen('query', { params: { query } });
  return [
    ...known.collections.map((collection) => ({
      id: `collection:${collection.name}`,
      label: collection.name,
      group: 'Collections',
      icon: <Files />,
      end: <span>{formatCount(collection.documents)}</span>,
      run: () => session.openScreen('documents', { params: { collection: collection.name } }),
    })),
    ...known.indexes.map((name) => ({
      id: `index:${name}`,
      label: name,
      group: 'Indexes',
      icon: <ListTree />,
      run: () => session.openScreen('index-editor', { params: { index: name } }),
    })),
    ...known.pastQueries.slice(0, MOST_PAST_QUERIES).map((query) => ({
      id: `query:${query}`,
      label: query.replace(/\s+/g, ' ').trim().slice(0, SHOWN_QUERY),
      group: 'Query history',
      icon: <History />,
      run: () => openQuery(query),
    })),
  ];
}

export function documentItems(port: Port, target: Target, ids: readonly string[]): FilterItem[] {
  const session = makeSession(port, target, null);
  return ids.map((id) => ({
    id: `document:${id}`,
    label: id,
    group: 'Documents',
    icon: <FileJson />,
    run: () => session.openScreen('document', { params: { id } }),
  }));
}

/** The queries of a database, of closed tabs too, newest first, each once. */
export function pastQueries({ tabs, tabStates }: WorkspaceState, target: Target): readonly string[] {
  const shared = useQueryHistory.getState().lists.get(historyKey(target.connectionId, target.database ?? ''));
  const runs = tabs
    .filter(
      (tab) =>
        tab.screen === 'query' &&
        tab.connectionId === target.connectionId &&
        tab.database === target.database,
    )
    .flatMap((tab) => readQueryState(tabStates[tab.id], '').history)
    .concat(shared ?? [])
    .sort((a, b) => b.at - a.at);
  return [...new Set(runs.map((run) => run.query))];
}

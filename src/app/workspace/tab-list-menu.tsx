import type { IDockviewHeaderActionsProps } from 'dockview-react';
import { ChevronDown } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { Icon, IconButton, Menu, type MenuItem } from '../../ui/index.ts';
import { shownName, useDisplayNames } from '../registry/index.ts';
import { scopeOf, screenById } from '../screens.ts';
import { useConnections } from '../shell/shell-context.ts';
import { hasSeveralTargets, targetName } from './tab-set.ts';
import { watchTabStrip } from './tab-strip.ts';
import { currentDatabase, setTabFilter, workspaceStore } from './workspace-store.ts';

/** At the end of a tab strip: a menu of all tabs of the group, also of those that do not fit or are filtered out. */
export function TabListMenu({ group, panels }: IDockviewHeaderActionsProps): ReactNode {
  useEffect(() => watchTabStrip(group.element), [group]);
  const tabs = useStore(workspaceStore, (state) => state.tabs);
  const dirty = useStore(workspaceStore, (state) => state.dirty);
  const activeTab = useStore(workspaceStore, (state) => state.activeTab);
  const filter = useStore(workspaceStore, (state) => state.tabFilter);
  const database = useStore(workspaceStore, currentDatabase);
  const connections = useConnections() ?? [];
  const names = useDisplayNames();
  const shown = (connectionId: string, name: string | null): string | null =>
    name === null ? null : shownName(names, connectionId, name);
  const connectionId = useStore(workspaceStore, (state) => state.connectionId);
  const ambiguous = hasSeveralTargets(tabs, scopeOf);

  const items = panels.flatMap((panel): MenuItem[] => {
    const tab = tabs.find((each) => each.id === panel.id);
    const screen = tab && screenById(tab.screen);
    if (!tab || !screen) return [];
    const connection = connections.find((each) => each.connection.id === tab.connectionId)?.connection;
    const aim =
      ambiguous && screen.scope !== 'app' && connection
        ? targetName(connection.name, shown(tab.connectionId, tab.database))
        : null;
    const marks = [tab.id === activeTab ? '✓ ' : '', dirty.has(tab.id) ? ' (unsaved)' : ''];
    return [
      {
        id: tab.id,
        label: `${marks[0] ?? ''}${screen.title(tab.params)}${marks[1] ?? ''}`,
        icon: <Icon source={screen.icon} />,
        ...(aim === null ? {} : { hint: aim }),
        onSelect: () => panel.api.setActive(),
      },
    ];
  });
  return (
    <Menu
      align="end"
      trigger={<IconButton label="All tabs" icon={ChevronDown} />}
      items={[
        ...items,
        {
          id: '@filter',
          separated: true,
          label: `${filter === 'database' ? '✓ ' : ''}Show only the tabs of ${shown(connectionId, database) ?? 'the current connection'}`,
          onSelect: () => setTabFilter(filter === 'all' ? 'database' : 'all'),
        },
      ]}
    />
  );
}

/** Commands of the shell: navigation, tabs, theme. Rebuilt when connections, databases or the target change. */
import type { ConnectionView, Port } from '../../contract/index.ts';
import { openOverlay } from '../commands/overlay-store.ts';
import { openProblems } from '../errors/problem-store.ts';
import type { Command } from '../registry/index.ts';
import { railScreens, type RailScreen } from '../screens.ts';
import { currentTarget, makeSession, setConnection, setDatabase } from '../session/make-session.ts';
import { chooseTheme } from '../theme/choose-theme.ts';
import { requestClose, workspaceStore } from '../workspace/workspace-store.ts';
import { moveTab } from '../workspace/tab-moves.ts';

let railPort: Port | null = null;

/** Opens a rail screen for the current target. */
export function openRailScreen(screen: RailScreen): void {
  if (railPort !== null) makeSession(railPort, currentTarget(), null).openScreen(screen.id);
}

export interface ShellFacts {
  readonly port: Port;
  readonly connections: readonly ConnectionView[];
  readonly databases: readonly string[];
  readonly connectionId: string;
}

export function shellCommands({
  port,
  connections,
  databases,
  connectionId,
}: ShellFacts): readonly Command[] {
  railPort = port;
  return [
    {
      id: 'shell.palette',
      title: 'Find a command…',
      group: 'Rookery',
      shortcut: 'Mod+K | Shift+Mod+P',
      run: () => openOverlay('palette'),
    },
    {
      id: 'shell.shortcuts',
      title: 'Keyboard shortcuts',
      group: 'Rookery',
      shortcut: '?',
      keywords: 'help keys',
      run: () => openOverlay('shortcuts'),
    },
    {
      id: 'shell.problems',
      title: 'Show problems',
      group: 'Rookery',
      keywords: 'errors log failures',
      run: openProblems,
    },
    ...railScreens.map((screen): Command => {
      const { label, key } = screen.rail;
      return {
        id: `go.${screen.id}`,
        title: label,
        group: 'Go to',
        keywords: 'open screen go to',
        // Browsers reserve Ctrl+digit for their own tabs; Alt works everywhere.
        ...(key === undefined ? {} : { shortcut: `Mod+${key} | Alt+${key}` }),
        run: () => openRailScreen(screen),
      };
    }),
    ...databases.map((database): Command => ({
      id: `database.${database}`,
      title: database,
      group: 'Databases',
      keywords: 'use open database switch',
      run: () => setDatabase(connectionId, database),
    })),
    ...connections.map(({ connection }): Command => ({
      id: `connection.${connection.id}`,
      title: connection.name,
      group: 'Connections',
      keywords: `use connect server switch ${connection.kind === 'server' ? connection.url : 'offline'}`,
      run: () => setConnection(connection.id),
    })),
    ...tabCommands,
    ...(['system', 'light', 'dark'] as const).map((choice): Command => ({
      id: `theme.${choice}`,
      title: choice === 'system' ? 'Theme: system' : `Theme: ${choice}`,
      group: 'Appearance',
      keywords: 'colour color mode',
      run: () => chooseTheme(port, choice),
    })),
  ];
}

const tabs = () => workspaceStore.getState();

const tabCommands: readonly Command[] = [
  {
    id: 'tab.close',
    title: 'Close tab',
    group: 'Tabs',
    shortcut: 'Alt+W | Mod+W',
    run: () => {
      const { activeTab } = tabs();
      if (activeTab !== null) requestClose([activeTab]);
    },
  },
  {
    id: 'tab.close-others',
    title: 'Close other tabs',
    group: 'Tabs',
    run: () => {
      const { activeTab, tabs: all } = tabs();
      requestClose(all.map((tab) => tab.id).filter((id) => id !== activeTab));
    },
  },
  {
    id: 'tab.close-all',
    title: 'Close all tabs',
    group: 'Tabs',
    run: () => requestClose(tabs().tabs.map((tab) => tab.id)),
  },
  {
    id: 'tab.next',
    title: 'Next tab',
    group: 'Tabs',
    shortcut: 'Alt+PageDown | Ctrl+Tab',
    run: () => moveTab('next'),
  },
  {
    id: 'tab.previous',
    title: 'Previous tab',
    group: 'Tabs',
    shortcut: 'Alt+PageUp | Ctrl+Shift+Tab',
    run: () => moveTab('previous'),
  },
  {
    id: 'tab.split-right',
    title: 'Move tab to the right half',
    group: 'Tabs',
    keywords: 'split right column',
    shortcut: 'Alt+Shift+ArrowRight',
    run: () => moveTab('right'),
  },
  {
    id: 'tab.split-down',
    title: 'Move tab to the lower half',
    group: 'Tabs',
    keywords: 'split below row',
    shortcut: 'Alt+Shift+ArrowDown',
    run: () => moveTab('below'),
  },
];

/** Commands of the shell: navigation, tabs, theme. Rebuilt when connections, databases or the target change. */
import type { ConnectionView, Port } from '../../contract/index.ts';
import { openOverlay } from '../commands/overlay-store.ts';
import { openProblems } from '../errors/problem-store.ts';
import { copyLink } from '../links/copy-link.ts';
import { shownName, type Command, type DisplayNames } from '../registry/index.ts';
import { railDigit, railScreens, scopeOf, type RailScreen } from '../screens.ts';
import { currentTarget, makeSession, setConnection, setDatabase } from '../session/make-session.ts';
import { chooseTheme } from '../theme/choose-theme.ts';
import { goInHistory, requestClose, setTabFilter, workspaceStore } from '../workspace/workspace-store.ts';
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
  readonly displayNames: DisplayNames;
  readonly connectionId: string;
}

export function shellCommands({
  port,
  connections,
  databases,
  displayNames,
  connectionId,
}: ShellFacts): readonly Command[] {
  railPort = port;
  return [
    {
      id: 'shell.palette',
      title: 'Find anything…',
      group: 'Rookery',
      keywords: 'command palette search documents',
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
    {
      id: 'shell.updates',
      title: 'Updates…',
      group: 'Rookery',
      keywords: 'check new version release',
      run: () => openOverlay('updates'),
    },
    ...railScreens.map((screen): Command => {
      const { label } = screen.rail;
      const key = railDigit(screen);
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
      title: shownName(displayNames, connectionId, database),
      group: 'Databases',
      keywords: `use open database switch ${database}`,
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
    {
      id: 'tab.copy-link',
      title: 'Copy link to this tab',
      group: 'Tabs',
      keywords: 'rookery url address share',
      run: () => copyLink(tabs(), connections),
    },
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

/** Handled after the active screen, because a grid and an editor use Alt with arrows too. */
export const historyCommands: readonly Command[] = [
  {
    id: 'tab.back',
    title: 'Back',
    group: 'Tabs',
    keywords: 'previous tab history return',
    shortcut: 'Alt+ArrowLeft',
    run: () => goInHistory('back', scopeOf),
  },
  {
    id: 'tab.forward',
    title: 'Forward',
    group: 'Tabs',
    keywords: 'next tab history',
    shortcut: 'Alt+ArrowRight',
    run: () => goInHistory('forward', scopeOf),
  },
];

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
    id: 'tab.filter',
    title: 'Show only the tabs of the current database',
    group: 'Tabs',
    keywords: 'tab set filter toggle all tabs',
    run: () => setTabFilter(tabs().tabFilter === 'all' ? 'database' : 'all'),
  },
  ...(['left', 'right', 'up', 'down'] as const).map((side): Command => ({
    id: `tab.move-${side}`,
    title: `Move tab ${side}`,
    group: 'Tabs',
    keywords: 'split half group pane back',
    shortcut: `Alt+Shift+Arrow${side.charAt(0).toUpperCase()}${side.slice(1)}`,
    run: () => moveTab(side),
  })),
  {
    id: 'tab.join',
    title: 'Join all tab groups',
    group: 'Tabs',
    keywords: 'unsplit merge panes one',
    run: () => moveTab('join'),
  },
];

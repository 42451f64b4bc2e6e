import {
  DockviewReact,
  type DockviewApi,
  type DockviewReadyEvent,
  type IDockviewPanelHeaderProps,
  type IDockviewPanelProps,
} from 'dockview-react';
import 'dockview-react/dist/styles/dockview.css';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { reportProblem } from '../errors/problem-store.ts';
import { scopeOf, screenById } from '../screens.ts';
import { fromDock, TAB_COMPONENT, toDock } from './dock-layout.ts';
import { EmptyWorkspace } from './empty-workspace.tsx';
import type { Tab } from './saved-workspace.ts';
import { TabFrame } from './tab-frame.tsx';
import { TabHeader } from './tab-header.tsx';
import { moveFrontTab } from './move-front-tab.ts';
import { TabListMenu } from './tab-list-menu.tsx';
import { setTabMover } from './tab-moves.ts';
import { activateTab, closeTabs, isInStrip, setLayout, workspaceStore } from './workspace-store.ts';
import styles from './work-area.module.css';

const components = { [TAB_COMPONENT]: TabPanel };
const tabComponents = { [TAB_COMPONENT]: TabPart };
const theme = { name: 'rookery', className: styles.theme ?? 'rookery' };

/**
 * Tabs and splits. The store owns the set of tabs and the active one; the docking library owns their layout. Each
 * change on one side is applied to the other, and applying it again is a no-op.
 */
export default function WorkArea(): ReactNode {
  const [dock, setDock] = useState<DockviewApi | null>(null);

  useEffect(() => {
    if (!dock) return;
    showTabs(dock);
    nameGroups(dock);
    const stop = workspaceStore.subscribe((now, before) => {
      if (now.tabs !== before.tabs || now.activeTab !== before.activeTab) showTabs(dock);
    });
    const events = [
      dock.onDidActivePanelChange(() => {
        const id = dock.activePanel?.id ?? null;
        if (id === workspaceStore.getState().activeTab) return;
        const tab = workspaceStore.getState().tabs.find((each) => each.id === id);
        activateTab(id, tab ? screenById(tab.screen)?.scope : undefined);
      }),
      // Tabs closed through the library (keyboard) need the same confirmation.
      dock.onDidRemovePanel((panel) => {
        if (workspaceStore.getState().tabs.some((tab) => tab.id === panel.id)) closeTabs([panel.id]);
      }),
      dock.onDidLayoutChange(() => {
        nameGroups(dock);
        setLayout(dock.panels.length === 0 ? null : fromDock(dock.toJSON()));
      }),
    ];
    setTabMover((move) =>
      moveFrontTab(dock, move, (id) => isInStrip(workspaceStore.getState(), id, scopeOf)),
    );
    return () => {
      setTabMover(null);
      stop();
      for (const event of events) event.dispose();
    };
  }, [dock]);

  function onReady({ api }: DockviewReadyEvent): void {
    const { layout } = workspaceStore.getState();
    if (layout !== null)
      try {
        api.fromJSON(toDock(layout, titleOf));
      } catch (thrown) {
        // No tab is lost: all are placed in one group below.
        api.clear();
        reportProblem(thrown, 'Restoring the tab layout');
      }
    setDock(api);
  }

  return (
    <DockviewReact
      className={styles.dock ?? ''}
      theme={theme}
      components={components}
      tabComponents={tabComponents}
      watermarkComponent={EmptyWorkspace}
      defaultRenderer="always"
      rightHeaderActionsComponent={TabListMenu}
      disableFloatingGroups
      // The strip scrolls without a bar, and TabListMenu lists all tabs.
      disableTabsOverflowList
      scrollbars="native"
      onReady={onReady}
    />
  );
}

/** The code of a screen loads when its tab is first shown, and the screen stays mounted from then on. */
function TabPanel({ api }: IDockviewPanelProps): ReactNode {
  const tab = useStore(workspaceStore, (state) => state.tabs.find((each) => each.id === api.id));
  const [seen, setSeen] = useState(api.isVisible);
  useEffect(() => {
    const event = api.onDidVisibilityChange(({ isVisible }) => {
      if (isVisible) setSeen(true);
    });
    return () => event.dispose();
  }, [api]);
  if (!tab || !seen) return null;
  return <TabFrame tab={tab} />;
}

function TabPart({ api }: IDockviewPanelHeaderProps): ReactNode {
  const onName = useCallback((name: string) => api.setTitle(name), [api]);
  return <TabHeader tabId={api.id} onName={onName} />;
}

/** Groups are landmarks and need unique names. */
function nameGroups(dock: DockviewApi): void {
  dock.groups.forEach((group, index) => group.element.setAttribute('aria-label', `Tab group ${index + 1}`));
}

function titleOf(id: string): string {
  const tab = workspaceStore.getState().tabs.find((each) => each.id === id);
  return tab ? (screenById(tab.screen)?.title(tab.params) ?? tab.screen) : id;
}

/** Synchronises the dock with the tabs and the active tab of the store. */
function showTabs(dock: DockviewApi): void {
  const { tabs, activeTab, pendingSplits } = workspaceStore.getState();
  const wanted = new Set(tabs.map((tab) => tab.id));
  for (const panel of [...dock.panels]) if (!wanted.has(panel.id)) dock.removePanel(panel);
  for (const tab of tabs)
    if (!dock.getPanel(tab.id)) place(dock, tab, pendingSplits[tab.id], tab.id !== activeTab);
  if (activeTab !== null && dock.activePanel?.id !== activeTab) dock.getPanel(activeTab)?.api.setActive();
}

function place(dock: DockviewApi, tab: Tab, pendingSplits: string | undefined, inactive: boolean): void {
  const neighbour = pendingSplits === undefined ? undefined : dock.getPanel(pendingSplits);
  // A tab added in the background leaves no active group; the next one is still placed next to it.
  const group = dock.activeGroup ?? dock.groups[0];
  dock.addPanel({
    id: tab.id,
    component: TAB_COMPONENT,
    tabComponent: TAB_COMPONENT,
    title: titleOf(tab.id),
    inactive,
    ...(neighbour
      ? { position: { referencePanel: neighbour, direction: 'right' as const } }
      : group
        ? { position: { referenceGroup: group, direction: 'within' as const } }
        : {}),
  });
}

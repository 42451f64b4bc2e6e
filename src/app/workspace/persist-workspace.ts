/** Loads the workspace from the host once and saves changes with a delay. */
import type { Port } from '../../contract/index.ts';
import { reportProblem } from '../errors/problem-store.ts';
import { displayNameStore } from '../registry/display-names/display-names.ts';
import { showToast } from '../toasts/toast-store.ts';
import { readWorkspace, writeWorkspace } from './saved-workspace.ts';
import { restoreWorkspace, workspaceStore } from './workspace-store.ts';

const QUIET_MS = 400;

/** Resolves with the saved workspace, or with the default one and a notice that says why. */
export async function loadWorkspace(port: Port, knowsScreen: (screen: string) => boolean): Promise<void> {
  let raw: unknown = null;
  try {
    raw = (await port.call('workspace.load', {})).state;
  } catch (thrown) {
    reportProblem(thrown, 'Restoring the tabs');
  }
  const { workspace, notices } = readWorkspace(raw, knowsScreen);
  restoreWorkspace(workspace);
  for (const message of notices) showToast({ kind: 'warning', message });
}

/** Saves through the current port. Returns a function that stops saving. */
export function saveWorkspaceChanges(currentPort: () => Port | null, target: Window): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failing = false;

  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    const {
      connectionId,
      lastDatabases,
      tabs,
      activeTab,
      layout,
      tabStates,
      databaseStates,
      tabFilter,
      dirty,
    } = workspaceStore.getState();
    const state = writeWorkspace({
      connectionId,
      lastDatabases,
      tabs,
      activeTab,
      layout,
      tabStates,
      databaseStates,
      displayNames: displayNameStore.getState().names,
      tabFilter,
      dirty: [...dirty],
    });
    currentPort()
      ?.call('workspace.save', { state })
      .then(
        () => {
          failing = false;
        },
        (thrown: unknown) => {
          // Reported once: it fails again with every change until the cause is fixed.
          if (!failing) reportProblem(thrown, 'Saving the tabs');
          failing = true;
        },
      );
  }

  function saveLater(): void {
    clearTimeout(timer);
    timer = setTimeout(save, QUIET_MS);
  }

  const unsubscribe = workspaceStore.subscribe((now, before) => {
    const changed =
      now.tabs !== before.tabs ||
      now.layout !== before.layout ||
      now.activeTab !== before.activeTab ||
      now.tabStates !== before.tabStates ||
      now.databaseStates !== before.databaseStates ||
      now.tabFilter !== before.tabFilter ||
      now.dirty !== before.dirty ||
      now.connectionId !== before.connectionId ||
      now.lastDatabases !== before.lastDatabases;
    if (changed) saveLater();
  });
  const unsubscribeNames = displayNameStore.subscribe(saveLater);
  const flush = (): void => {
    if (timer !== undefined) save();
  };
  target.addEventListener('pagehide', flush);
  target.document.addEventListener('visibilitychange', flush);
  return () => {
    unsubscribe();
    unsubscribeNames();
    clearTimeout(timer);
    target.removeEventListener('pagehide', flush);
    target.document.removeEventListener('visibilitychange', flush);
  };
}

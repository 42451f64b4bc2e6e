import { Dialog } from '@base-ui/react/dialog';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { KeyHint } from '../../ui/index.ts';
import { workspaceStore } from '../workspace/workspace-store.ts';
import { commandRegistry } from './command-registry.ts';
import { FilterList, type FilterItem } from './filter-list.tsx';
import { shortcutsOf } from './listen-for-shortcuts.ts';
import { openOverlay } from './overlay-store.ts';
import { runCommand } from './run-command.ts';
import styles from './palette.module.css';

/** The command palette. */
export function Palette(): ReactNode {
  useSyncExternalStore(commandRegistry.subscribe, commandRegistry.snapshot);
  const activeTab = useStore(workspaceStore, (state) => state.activeTab);
  const items = commandRegistry
    .available(activeTab)
    .map((command): FilterItem => {
      const shortcut = shortcutsOf(command)[0];
      return {
        id: command.id,
        label: command.title,
        keywords: command.keywords,
        group: command.group,
        run: () => runCommand(command),
        ...(shortcut === undefined ? {} : { end: <KeyHint keys={shortcut} /> }),
      };
    })
    .sort((a, b) => groupRank(a.group) - groupRank(b.group));
  const close = (): void => openOverlay(null);
  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.popup} aria-label="Command palette">
          <FilterList
            label="Commands"
            placeholder="Type a command, a screen, a database or a server…"
            items={items}
            nothing="No commands available"
            onDone={close}
          />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Order of groups: commands of the active tab, navigation, everything else. */
const lastGroups = ['Go to', 'Databases', 'Connections', 'Tabs', 'Appearance', 'Rookery'];

function groupRank(group: string | undefined): number {
  return group === undefined ? 0 : lastGroups.indexOf(group) + 1;
}

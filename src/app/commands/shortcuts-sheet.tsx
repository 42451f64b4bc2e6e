import { useSyncExternalStore, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { Dialog, KeyHint } from '../../ui/index.ts';
import { screenById } from '../screens.ts';
import { workspaceStore } from '../workspace/workspace-store.ts';
import { commandRegistry } from './command-registry.ts';
import { shortcutsOf } from './listen-for-shortcuts.ts';
import { openOverlay } from './overlay-store.ts';
import styles from './shortcuts-sheet.module.css';

interface Line {
  readonly keys: readonly string[];
  readonly does: string;
}

/** The shortcuts of the active screen and of the application. */
export default function ShortcutsSheet(): ReactNode {
  useSyncExternalStore(commandRegistry.subscribe, commandRegistry.snapshot);
  const activeTab = useStore(workspaceStore, (state) => state.activeTab);
  const tab = useStore(workspaceStore, (state) => state.tabs.find((each) => each.id === activeTab));
  const screen = tab ? screenById(tab.screen) : undefined;
  const groups = new Map<string, Line[]>();
  const add = (group: string, line: Line): void => {
    groups.set(group, [...(groups.get(group) ?? []), line]);
  };
  if (screen && tab)
    for (const { keys, does } of screen.shortcuts ?? [])
      add(screen.rail?.label ?? screen.title(tab.params), { keys: [keys], does });
  for (const command of commandRegistry.available(activeTab))
    if (command.shortcut !== undefined) {
      const line = { keys: shortcutsOf(command), does: command.title };
      // Screens describe the shortcuts of their commands themselves.
      if (!listed(groups.get(command.group), line)) add(command.group, line);
    }
  return (
    <Dialog open onClose={() => openOverlay(null)} title="Keyboard shortcuts" width="wide">
      <div className={styles.columns}>
        {[...groups].map(([name, lines]) => (
          <section key={name} className={styles.group}>
            <h3>{name}</h3>
            <dl>
              {lines.map((line) => (
                <div key={line.does} className={styles.line}>
                  <dt>{line.does}</dt>
                  <dd>
                    {line.keys.map((keys) => (
                      <KeyHint key={keys} keys={keys} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Whether each shortcut of a line is in other lines already, with its modifiers in any order. */
function listed(lines: readonly Line[] | undefined, { keys }: Line): boolean {
  const known = new Set(lines?.flatMap((line) => line.keys).map(sorted));
  return keys.every((each) => known.has(sorted(each)));
}

function sorted(keys: string): string {
  return keys.split('+').sort().join('+');
}

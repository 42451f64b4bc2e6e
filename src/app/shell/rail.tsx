import { Keyboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { classNames, keyNames, Tooltip } from '../../ui/index.ts';
import { openOverlay } from '../commands/overlay-store.ts';
import { railDigit, railScreens } from '../screens.ts';
import { currentDatabase, workspaceStore } from '../workspace/workspace-store.ts';
import { openRailScreen } from './shell-commands.ts';
import styles from './shell.module.css';

/** The navigation rail: an icon per screen; the name as tooltip and accessible name. */
export function Rail(): ReactNode {
  const front = useStore(
    workspaceStore,
    (state) => state.tabs.find((tab) => tab.id === state.activeTab)?.screen,
  );
  const database = useStore(workspaceStore, currentDatabase);
  return (
    <nav className={styles.rail} aria-label="Screens">
      {railScreens.map((screen) => {
        const needs = screen.scope === 'database' && database === null;
        const Icon = screen.icon;
        const { label } = screen.rail;
        const key = railDigit(screen);
        const shortcut = key === undefined ? '' : `  ${keyNames(`Mod+${key}`).join('+')}`;
        return (
          <Tooltip
            key={screen.id}
            side="right"
            content={needs ? `${label}: select a database first` : label + shortcut}
          >
            <button
              type="button"
              className={classNames(styles.railButton, needs && styles.railNeeds)}
              aria-label={label}
              aria-current={front === screen.id ? 'page' : undefined}
              onClick={() => openRailScreen(screen)}
            >
              <Icon size={18} strokeWidth={1.6} aria-hidden="true" />
            </button>
          </Tooltip>
        );
      })}
      <span className={styles.railSpace} />
      <Tooltip side="right" content="Keyboard shortcuts  ?">
        <button
          type="button"
          className={styles.railButton}
          aria-label="Keyboard shortcuts"
          onClick={() => openOverlay('shortcuts')}
        >
          <Keyboard size={18} strokeWidth={1.6} aria-hidden="true" />
        </button>
      </Tooltip>
    </nav>
  );
}

import { Moon, Search, Sun, SunMoon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { IconButton, KeyHint } from '../../ui/index.ts';
import { openOverlay } from '../commands/overlay-store.ts';
import { chooseTheme, nextTheme } from '../theme/choose-theme.ts';
import { themeStore } from '../theme/theme.ts';
import { ConnectionSwitcher } from './connection-switcher.tsx';
import { DatabaseSwitcher } from './database-switcher.tsx';
import { RookMark } from './rook-mark.tsx';
import { useShellPort } from './shell-context.ts';
import styles from './shell.module.css';

const themes = {
  system: { label: 'Theme: as the system', icon: SunMoon },
  light: { label: 'Theme: light', icon: Sun },
  dark: { label: 'Theme: dark', icon: Moon },
} as const;

/** What is looked at, what can be found, how it looks. */
export function TitleStrip(): ReactNode {
  const port = useShellPort();
  const choice = useStore(themeStore, (state) => state.choice);
  return (
    <header className={styles.title}>
      <RookMark />
      <ConnectionSwitcher />
      <span className={styles.titleSlash} aria-hidden="true">
        /
      </span>
      <DatabaseSwitcher />
      <button
        type="button"
        className={styles.search}
        onClick={() => openOverlay('palette')}
        aria-label="Find a command, screen, database or server"
      >
        <Search size={14} aria-hidden="true" />
        <span className={styles.searchText}>Find anything</span>
        <KeyHint keys="Mod+K" />
      </button>
      <IconButton
        label={themes[choice].label}
        icon={themes[choice].icon}
        onClick={() => chooseTheme(port, nextTheme(choice))}
      />
    </header>
  );
}

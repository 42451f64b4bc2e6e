import { Moon, Search, Sun, SunMoon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { classNames, IconButton, KeyHint } from '../../ui/index.ts';
import { openOverlay } from '../commands/overlay-store.ts';
import { chooseTheme, nextTheme } from '../theme/choose-theme.ts';
import { themeStore } from '../theme/theme.ts';
import { ConnectionSwitcher } from './connection-switcher.tsx';
import { DatabaseSwitcher } from './database-switcher.tsx';
import { RookMark } from './rook-mark.tsx';
import { useShellPort } from './shell-context.ts';
import styles from './shell.module.css';

const themes = {
  system: { label: 'Theme: system', icon: SunMoon },
  light: { label: 'Theme: light', icon: Sun },
  dark: { label: 'Theme: dark', icon: Moon },
} as const;

/** Connection and database switcher, search, theme. */
export function TitleStrip(): ReactNode {
  const port = useShellPort();
  const choice = useStore(themeStore, (state) => state.choice);
  return (
    <header className={styles.title}>
      <div className={styles.titleSide}>
        <RookMark />
        <ConnectionSwitcher />
        <span className={styles.titleSlash} aria-hidden="true">
          /
        </span>
        <DatabaseSwitcher />
      </div>
      <button type="button" className={styles.search} onClick={() => openOverlay('palette')}>
        <Search size={14} aria-hidden="true" />
        <span className={styles.searchText}>Find anything</span>
        <span aria-hidden="true">
          <KeyHint keys="Mod+K" />
        </span>
      </button>
      <div className={classNames(styles.titleSide, styles.titleEnd)}>
        <IconButton
          label={themes[choice].label}
          icon={themes[choice].icon}
          onClick={() => chooseTheme(port, nextTheme(choice))}
        />
      </div>
    </header>
  );
}

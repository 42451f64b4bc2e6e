/**
 * Dark, light or system theme. The host stores the choice; a copy in local storage avoids a flash of the other
 * theme before the host answers.
 */
import { createStore } from 'zustand/vanilla';

export type ThemeChoice = 'system' | 'light' | 'dark';

const hintKey = 'rookery.theme-hint';

export const themeStore = createStore<{ readonly choice: ThemeChoice }>(() => ({ choice: readHint() }));

const systemIsLight = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: light)');

export function resolvedTheme(choice: ThemeChoice): 'light' | 'dark' {
  if (choice !== 'system') return choice;
  return systemIsLight().matches ? 'light' : 'dark';
}

export function applyTheme(choice: ThemeChoice): void {
  themeStore.setState({ choice });
  try {
    window.localStorage.setItem(hintKey, choice);
  } catch {
    // Without storage the next start may flash; nothing else depends on it.
  }
  paint();
}

/** Applies the theme now and on system changes. Called once, before the first render. */
export function startTheme(): void {
  paint();
  systemIsLight().addEventListener('change', paint);
}

function paint(): void {
  document.documentElement.dataset.theme = resolvedTheme(themeStore.getState().choice);
}

function readHint(): ThemeChoice {
  try {
    const hint = window.localStorage.getItem(hintKey);
    return hint === 'light' || hint === 'dark' ? hint : 'system';
  } catch {
    return 'system';
  }
}

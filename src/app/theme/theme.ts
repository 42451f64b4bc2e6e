/**
 * Dark, light, or as the system has it. The host keeps the choice; a copy in the browser's storage only spares a flash of the other
 * theme between the first paint and the host's answer.
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

/** Paints now and whenever the system changes its mind. Called once, before the first render. */
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

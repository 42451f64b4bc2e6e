import type { Port } from '../../contract/index.ts';
import { reportProblem } from '../errors/problem-store.ts';
import { applyTheme, type ThemeChoice } from './theme.ts';

export function nextTheme(choice: ThemeChoice): ThemeChoice {
  return choice === 'system' ? 'light' : choice === 'light' ? 'dark' : 'system';
}

/** Applies the theme at once and saves it in the host. */
export function chooseTheme(port: Port, choice: ThemeChoice): void {
  applyTheme(choice);
  port
    .call('settings.save', { theme: choice })
    .catch((thrown: unknown) => reportProblem(thrown, 'Saving the theme'));
}

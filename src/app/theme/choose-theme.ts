import type { Port } from '../../contract/index.ts';
import { reportProblem } from '../errors/problem-store.ts';
import { applyTheme, type ThemeChoice } from './theme.ts';

export function nextTheme(choice: ThemeChoice): ThemeChoice {
  return choice === 'system' ? 'light' : choice === 'light' ? 'dark' : 'system';
}

/** Shows it at once and has the host keep it. */
export function chooseTheme(port: Port, choice: ThemeChoice): void {
  applyTheme(choice);
  port
    .call('settings.save', { theme: choice })
    .catch((thrown: unknown) => reportProblem(thrown, 'Saving the theme'));
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';
import type { Shell } from './shell.ts';

type AxeCore = typeof axe;

const folder = join(import.meta.dirname, '../screenshots');

/** Takes a screenshot in both themes and checks for axe violations: contrast in both, the other rules in one. */
export async function checkScreen(shell: Shell, environment: string, name: string): Promise<void> {
  const { page } = shell;
  await mkdir(folder, { recursive: true });
  for (const theme of ['dark', 'light'] as const) {
    await shell.useTheme(theme);
    await settle(page);
    await page.screenshot({ path: join(folder, `${environment}-${name}-${theme}.png`) });
    // The editor's markup is Monaco's.
    const rules = theme === 'dark' ? undefined : ['color-contrast'];
    expect.soft(await violations(page, '.monaco-editor', rules), `${name}, ${theme}`).toEqual([]);
  }
}

/**
 * A menu is a layer above the landmarks, as a dialog is, but axe makes an exception only for dialogs. Its types leave
 * out `checks`.
 */
const options = {
  resultTypes: ['violations' as const],
  // No enabled rule reads style sheets.
  preload: false,
  checks: {
    region: { options: { regionMatcher: 'dialog, [role=dialog], [role=alertdialog], [role=menu], svg' } },
  },
};

/**
 * Axe violations of a page, without those under a selector, of some rules or of all. axe runs in the page: it has no
 * frames.
 */
export async function violations(
  page: Page,
  apartFrom?: string,
  rules?: readonly string[],
): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  expect(page.frames(), 'frames of the page').toHaveLength(1);
  const found = await page.evaluate(
    async ([chosen, excluded]) => {
      const { axe } = globalThis as unknown as { axe: AxeCore };
      const exclude = excluded === undefined ? [] : [excluded];
      return (await axe.run({ exclude }, chosen)).violations;
    },
    [rules === undefined ? options : { ...options, runOnly: [...rules] }, apartFrom] as const,
  );
  return found.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html.slice(0, 200)).join('\n  ')}`,
  );
}

/** Waits two frames without animation, until everything is drawn. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 150)));
      }),
  );
}

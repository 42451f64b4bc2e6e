import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { Shell } from './shell.ts';

const folder = join(import.meta.dirname, '../screenshots');

/** Takes a screenshot in both themes and checks for axe violations. */
export async function checkScreen(shell: Shell, environment: string, name: string): Promise<void> {
  const { page } = shell;
  await mkdir(folder, { recursive: true });
  for (const theme of ['dark', 'light'] as const) {
    await shell.useTheme(theme);
    await settle(page);
    await page.screenshot({ path: join(folder, `${environment}-${name}-${theme}.png`) });
    // The editor's markup is Monaco's.
    expect.soft(await violations(page, environment, '.monaco-editor'), `${name}, ${theme}`).toEqual([]);
  }
}

/**
 * A menu is a layer above the landmarks, as a dialog is, but axe makes an exception only for dialogs. Its types leave
 * out `checks`.
 */
const options = {
  resultTypes: ['violations' as const],
  checks: {
    region: { options: { regionMatcher: 'dialog, [role=dialog], [role=alertdialog], [role=menu], svg' } },
  },
};

/** Axe violations of a page, without those under a selector. */
export async function violations(
  page: Page,
  environment: string,
  apartFrom?: string,
): Promise<readonly string[]> {
  // Electron's context cannot open a second page for axe.
  const axe = new AxeBuilder({ page }).setLegacyMode(environment === 'electron').options(options);
  if (apartFrom !== undefined) axe.exclude(apartFrom);
  const { violations: found } = await axe.analyze();
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

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { Shell } from './shell.ts';

const folder = join(import.meta.dirname, '../screenshots');

/** A picture in both themes to be looked at, and no violation that axe can find. */
export async function look(shell: Shell, world: string, name: string): Promise<void> {
  const { page } = shell;
  await mkdir(folder, { recursive: true });
  for (const theme of ['dark', 'light'] as const) {
    await shell.useTheme(theme);
    await settle(page);
    await page.screenshot({ path: join(folder, `${world}-${name}-${theme}.png`) });
    // The editor's own markup is Monaco's to mend.
    expect.soft(await violations(page, world, '.monaco-editor'), `${name}, ${theme}`).toEqual([]);
  }
}

/** What axe finds on a page, apart from what is under a selector. */
export async function violations(page: Page, world: string, apartFrom?: string): Promise<readonly string[]> {
  // Electron's context opens no second page for axe.
  const axe = new AxeBuilder({ page }).setLegacyMode(world === 'electron');
  if (apartFrom !== undefined) axe.exclude(apartFrom);
  const { violations: found } = await axe.analyze();
  return found.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html.slice(0, 200)).join('\n  ')}`,
  );
}

/** Two frames without motion: what is to be drawn is drawn. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 150)));
      }),
  );
}

import { createHash } from 'node:crypto';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import axe from 'axe-core';
import type { Shell } from './shell.ts';

type AxeCore = typeof axe;

const folder = join(import.meta.dirname, '../screenshots');

/** Nobody looks at screenshots of a run that only reports. */
const withScreenshots = process.env.CI === undefined;

/**
 * Takes a screenshot in both themes and checks for axe violations: contrast in both, the other rules in one. A screen
 * is checked once per run, in the first environment that shows it: the same bundle draws it in all of them. Screenshots
 * are taken in each.
 */
export async function checkScreen(shell: Shell, environment: string, name: string): Promise<void> {
  const { page } = shell;
  const isChecked = await wasChecked(name);
  if (isChecked && !withScreenshots) return;
  let violated = false;
  for (const theme of ['dark', 'light'] as const) {
    await shell.useTheme(theme);
    await settle(page);
    if (withScreenshots) await page.screenshot({ path: join(folder, `${environment}-${name}-${theme}.png`) });
    if (isChecked) continue;
    // The editor's markup is Monaco's.
    const rules = theme === 'dark' ? undefined : ['color-contrast'];
    const found = await violations(page, '.monaco-editor', rules);
    violated ||= found.length > 0;
    expect.soft(found, `${name}, ${theme}`).toEqual([]);
  }
  if (!isChecked && !violated) await rememberAsChecked(name);
}

/** The screens without violations so far, an empty file for each: the folder of results is emptied when a run starts. */
function checkedScreen(name: string): string {
  const { project, file, title } = test.info();
  const key = createHash('sha256')
    .update(`${basename(file)}\n${title}\n${name}`)
    .digest('hex');
  return join(project.outputDir, 'checked-screens', key);
}

function wasChecked(name: string): Promise<boolean> {
  return access(checkedScreen(name)).then(
    () => true,
    () => false,
  );
}

async function rememberAsChecked(name: string): Promise<void> {
  const file = checkedScreen(name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '');
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

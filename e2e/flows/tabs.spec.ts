import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import type { Shell } from '../pages/shell.ts';

test('keeps the new and the selected tab in a strip that is too narrow, without a scrollbar', async ({
  shell,
  databaseName,
  environment,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  await openCompanies(shell, 1, 5);
  // Half of the window for the other six tabs.
  await window.keyboard.press('Alt+Shift+ArrowRight');
  const strip = window.getByRole('tablist').filter({ has: tab(window, 'Dashboard') });
  await tab(window, 'companies/1-A').click();
  await openCompanies(shell, 6, 6);
  const last = tab(window, 'companies/6-A');
  await expect(last).toHaveAttribute('aria-selected', 'true');
  expect(await strip.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  await expectInside(last, strip);
  // The height of a scrollbar would be missing here.
  const [height, inner] = await strip.evaluate((element) => [
    element.getBoundingClientRect().height,
    element.clientHeight,
  ]);
  expect(height).toBe(inner);

  // A real server has a dashboard besides the sandbox's.
  await choose(shell, 'All tabs', /Dashboard/);
  await expectInside(tab(window, 'Dashboard').first(), strip);
  const before = await strip.evaluate((element) => element.scrollLeft);
  await strip.hover();
  await window.mouse.wheel(0, 300);
  await expect.poll(() => strip.evaluate((element) => element.scrollLeft)).toBeGreaterThan(before);
  await checkScreen(shell, environment, 'tabs-overflow');
});

test('moves a tab to a second group and back, and joins the groups', async ({
  shell,
  databaseName,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  await openCompanies(shell, 1, 2);
  const strips = window
    .getByRole('tablist')
    .filter({ has: window.getByRole('tab', { name: /companies|Dash/ }) });
  await expect(strips).toHaveCount(1);
  await window.keyboard.press('Alt+Shift+ArrowRight');
  await expect(strips).toHaveCount(2);
  await expect(strips.nth(1).getByRole('tab', { name: /^companies\/2-A/ })).toBeVisible();
  await window.keyboard.press('Alt+Shift+ArrowLeft');
  await expect(strips).toHaveCount(1);

  await window.keyboard.press('Alt+Shift+ArrowDown');
  await expect(strips).toHaveCount(2);
  await shell.command('Join all tab groups');
  await expect(strips).toHaveCount(1);
  await expect(tab(window, 'companies/2-A')).toHaveAttribute('aria-selected', 'true');
});

test('names connection and database of each tab, and shows the tabs of one database only', async ({
  shell,
  databaseName,
  environment,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  await openCompanies(shell, 1, 1);
  const second = `second-${databaseName}`;
  const created = await shell.requestBehindTheBack('PUT', `/admin/databases?name=${second}`, {
    DatabaseName: second,
  });
  expect(created.status, created.body).toBe(201);
  await shell.chooseDatabase(second);
  await shell.openDocuments();
  const company = tab(window, 'companies/1-A');
  await expect(company).toHaveAccessibleName(new RegExp(` / ${databaseName}( |$)`));
  await expect(company.locator('svg').first()).toBeVisible();

  await choose(shell, 'All tabs', /^Show only the tabs of/);
  await expect(company).toBeHidden();
  await checkScreen(shell, environment, 'tabs-of-one-database');
  await shell.chooseDatabase(databaseName);
  await expect(company).toHaveAttribute('aria-selected', 'true');
  await expect(tab(window, `Documents.*${second}`)).toBeHidden();
  await shell.command('Show only the tabs of the current database');
  await expect(tab(window, `Documents.*${second}`)).toBeVisible();
  const removed = await shell.requestBehindTheBack('DELETE', '/admin/databases', {
    DatabaseNames: [second],
    HardDelete: true,
  });
  expect(removed.status, removed.body).toBe(200);
});

test('opens every screen of the rail by its position', async ({ shell, databaseName, window }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const labels = await window
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  // The last button is not a screen, and only nine screens have a digit.
  for (const [place, label] of labels.slice(0, -1).slice(0, 9).entries()) {
    // Browsers reserve Ctrl with a digit.
    await window.keyboard.press(`Alt+${place + 1}`);
    const name = new RegExp(`^${label.replace('/', '\\/')}`);
    await expect(window.getByRole('tab', { name, selected: true }).first()).toBeVisible();
  }
});

function tab(window: Page, name: string): Locator {
  return window.getByRole('tab', { name: new RegExp(`^${name}`) });
}

/** From the documents screen: companies/1-A, companies/2-A … */
async function openCompanies(shell: Shell, first: number, last: number): Promise<void> {
  for (let number = first; number <= last; number++) {
    const documents = await shell.openDocuments();
    await documents.goTo(`companies/${number}-A`);
    await expect(tab(shell.page, `companies/${number}-A`)).toHaveAttribute('aria-selected', 'true');
  }
}

async function choose(shell: Shell, menu: string, item: RegExp): Promise<void> {
  await shell.page.getByRole('button', { name: menu }).first().click();
  await shell.page.getByRole('menuitem', { name: item }).first().click();
}

async function expectInside(tab: Locator, strip: Locator): Promise<void> {
  await expect(async () => {
    const [inner, outer] = [await tab.boundingBox(), await strip.boundingBox()];
    if (!inner || !outer) throw new Error('The tab or its strip is not shown.');
    expect(inner.x).toBeGreaterThanOrEqual(outer.x - 1);
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width + 1);
  }).toPass({ timeout: 5000 });
}

import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('a read-only connection disables every change before typing, and says why', async ({
  shell,
  environment,
  databaseName,
}) => {
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: true });
  await shell.restrictTo('read-only');

  const reason = /is read-only\. To change data, change its access under Connections\./;
  const expectRefused = async (button: Locator): Promise<void> => {
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(reason);
  };

  const dashboard = await shell.openDashboard();
  for (const name of ['Create database', 'Add sample data…', 'Delete…'])
    await expectRefused(dashboard.getByRole('button', { name, exact: true }));
  // Playwright waits for an enabled control; a person clicks.
  await dashboard.getByRole('button', { name: 'Create database' }).click({ force: true });
  await expect(page.getByRole('dialog')).toBeHidden();

  const documents = await shell.openDocuments();
  await documents.collection('Products').click();
  const create = documents.panel.getByRole('button', { name: 'New document' });
  await expectRefused(create);
  await create.hover({ force: true });
  await expect(page.getByText(reason).locator('visible=true')).toBeVisible();
  await page.mouse.move(0, 0);

  await documents.goTo('products/1-A');
  const product = await shell.document('products/1-A');
  await product.ready();
  await expect(product.panel.getByRole('status').filter({ hasText: reason })).toBeVisible();
  for (const name of [
    /^Save/,
    /^Clone$/,
    'Clone to another collection',
    'Add property…',
    'Delete…',
    'Presets for Expires',
    'Add files…',
    /^Enable revisions for/,
  ])
    await expectRefused(product.panel.getByRole('button', { name }));
  const before = await product.visibleText().textContent();
  await product.visibleText().click();
  await page.keyboard.type('x');
  await page.keyboard.press('ControlOrMeta+s');
  expect(await product.visibleText().textContent()).toBe(before);
  await checkScreen(shell, environment, 'read-only-document');

  const settings = await shell.openSettings();
  const archival = settings.getByRole('region', { name: 'Data archival' });
  await expect(archival.getByRole('checkbox')).toBeDisabled();
  await expectRefused(archival.getByRole('button', { name: 'Save' }));
  await expectRefused(settings.getByRole('button', { name: 'Compact database…' }));
});

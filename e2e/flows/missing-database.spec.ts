import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('tabs of a database that was deleted elsewhere show one banner with what to do', async ({
  shell,
  environment,
  databaseName,
}) => {
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: true });
  await shell.openQuery();
  await shell.openDocuments();
  await expect(page.getByRole('contentinfo').getByText('785 documents')).toBeVisible();
  const { status } = await shell.requestBehindTheBack('DELETE', '/admin/databases', {
    DatabaseNames: [databaseName],
    HardDelete: true,
  });
  expect(status).toBe(200);

  const banner = shell.panel().getByRole('alert');
  await expect(banner).toHaveCount(1, { timeout: 30_000 });
  await expect(banner).toContainText(`${databaseName} no longer exists`);
  await expect(page.getByRole('contentinfo').getByText('785 documents')).toBeHidden();
  await expect(shell.panel().getByRole('navigation', { name: 'Collections' })).toBeHidden();
  await checkScreen(shell, environment, 'missing-database');

  await banner.getByRole('button', { name: 'Create it again, empty…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create database' });
  await expect(dialog.getByLabel('Name')).toHaveValue(databaseName);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('tab', { name: /^Documents/ }).click();
  await shell.panel().getByRole('alert').getByRole('button', { name: 'Close its 2 tabs' }).click();
  await expect(page.getByRole('tab', { name: new RegExp(databaseName) })).toHaveCount(0);
});

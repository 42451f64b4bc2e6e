import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('list, details and status bar agree on the number of indexes, in singular and plural', async ({
  shell,
  databaseName,
}) => {
  await shell.createDatabaseInDialog(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  const status = shell.page.getByRole('contentinfo', { name: 'Status' });
  const indexes = async (rql: string, count: number, text: string): Promise<void> => {
    await query.run(rql);
    await expect(query.panel.getByText(/^\d+ results?/).first()).toBeVisible();
    await expect(status).toContainText(text);
    const dashboard = await shell.openDashboard();
    await dashboard.getByRole('button', { name: 'Refresh' }).first().click();
    const row = dashboard.getByRole('row').filter({ hasText: databaseName });
    await expect(row.getByRole('gridcell').nth(4)).toHaveText(String(count));
    await row.click();
    await expect(dashboard.locator('dt', { hasText: /^Indexes$/ }).locator('+ dd')).toHaveText(String(count));
    await shell.openQuery();
  };
  await indexes("from Companies where Address.Country = 'Norway'", 1, '1 index');
  await indexes('from Orders where Freight > 10', 2, '2 indexes');
});

test('creates a database with storage settings, and refuses paths that are not absolute', async ({
  shell,
  databaseName,
  environment,
  dataFolder,
}) => {
  const onRavendb = environment === 'served-ravendb';
  await shell.createDatabaseInDialog(databaseName, { sampleData: false });
  const main = await shell.openDashboard();
  await main.getByRole('button', { name: 'Create database', exact: true }).click();
  const dialog = shell.page.getByRole('dialog', { name: 'Create database' });
  const name = `${databaseName}-storage`;
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByText('Storage', { exact: true }).click();
  await checkScreen(shell, environment, 'create-database');
  const folder = dialog.getByLabel(onRavendb ? 'Data folder' : 'Journal folder');
  await folder.fill('data');
  await dialog.getByRole('button', { name: 'Create database' }).click();
  await expect(dialog.getByText(/^Type an absolute path/)).toBeVisible();
  await folder.fill('');
  const journals = join(dataFolder, 'sandbox', `journals-${name}`);
  if (onRavendb) await expect(dialog.getByText(/no database setting for the journal folder/)).toBeVisible();
  else {
    await folder.fill(journals);
    await dialog.getByLabel('Journal file size (KB)').fill('256');
  }
  await dialog.getByRole('button', { name: 'Create database' }).click();
  await expect(dialog).toBeHidden();
  if (!onRavendb) {
    const { body } = await shell.requestBehindTheBack(
      'GET',
      `/admin/databases?name=${encodeURIComponent(name)}`,
    );
    expect(body).toContain('"Rookery.JournalSizeInKb":"256"');
    await shell.writeBehindTheBack(name, 'notes/1', {});
    const files = await readdir(journals, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(async (file) => (await stat(join(file.parentPath, file.name))).size),
    );
    expect(Math.max(...sizes)).toBe(256 * 1024);
  }
  await shell.requestBehindTheBack('DELETE', '/admin/databases', {
    DatabaseNames: [name],
    HardDelete: true,
  });
});

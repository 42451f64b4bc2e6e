import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { QueryLibraryPage } from '../pages/query-library-page.ts';

test('saves queries in folders, finds them with the history, and exchanges them as files', async ({
  shell,
  databaseName,
  environment,
  dataFolder,
}) => {
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  const library = new QueryLibraryPage(page, query);

  await query.run('from Orders where Freight > $freight limit 3');
  await query.panel.getByRole('form', { name: 'Parameters' }).getByLabel('$freight').fill('20');
  await query.panel.getByRole('button', { name: 'Run', exact: true }).click();
  await query.expectShown(3);
  await library.save('Sales/Heavy orders');
  await expect(query.panel.getByText('Sales/Heavy orders', { exact: true })).toBeVisible();

  await query.run('from Products limit 2');
  await query.expectShown(2);
  await expect(query.panel.getByText('Sales/Heavy orders (changed)')).toBeVisible();

  await library.open();
  await library.search('heavy freight');
  await expect(library.rows()).toHaveCount(1);
  await library.search('products');
  await expect(library.rows().first()).toContainText(/\d+ results in/);
  await library.search('');
  await checkScreen(shell, environment, 'query-library');
  await library.search('heavy');
  await library.dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(library.dialog).toBeHidden();
  await expect(query.visibleText()).toContainText('Freight');
  await expect(query.panel.getByLabel('$freight')).toHaveValue('20');
  await expect(query.panel.getByText('Sales/Heavy orders', { exact: true })).toBeVisible();

  await library.open();
  const file = await shell.downloaded(() => library.menu('Sales/Heavy orders', 'Export .rql file'), '.rql');
  expect(await readFile(file, 'utf8')).toBe(
    '// name: Sales/Heavy orders\n// $freight = "20"\nfrom Orders where Freight > $freight limit 3\n',
  );
  const foreign = join(dataFolder, 'From elsewhere.rql');
  await writeFile(foreign, '// Only the dear ones\nfrom Products where PricePerUnit > 50\n');
  await library.dialog.getByLabel('Files of queries').setInputFiles([foreign, file]);
  await expect(library.row('From elsewhere')).toBeVisible();
  await expect(library.row('Sales/Heavy orders 2')).toBeVisible();

  await library.menu('Sales/Heavy orders 2', 'Rename or move…');
  const rename = page.getByRole('dialog', { name: 'Save query' });
  await rename.getByLabel('Name').fill('Moved/Light orders');
  await rename.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(rename).toBeHidden();
  await library.open();
  await expect(library.row('Moved/Light orders')).toBeVisible();
  await expect(library.row('Sales/Heavy orders 2')).toBeHidden();

  await library.menu('From elsewhere', 'Delete');
  await expect(library.row('From elsewhere')).toBeHidden();
  await library.dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await library.open();
  await expect(library.row('From elsewhere')).toBeVisible();
});

test('saved queries survive a restart of the window', async ({ shell, databaseName }) => {
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: false });
  const query = await shell.openQuery();
  const library = new QueryLibraryPage(page, query);
  await query.write('from Orders');
  await library.save('Kept');
  await shell.workspaceHolds('"Kept"');
  await page.reload();
  await shell.ready();
  await expect(query.panel.getByText('Kept', { exact: true })).toBeVisible();
  await library.open();
  await expect(library.row('Kept')).toBeVisible();
});

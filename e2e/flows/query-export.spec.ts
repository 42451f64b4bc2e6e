import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { ExportDialogPage } from '../pages/export-dialog-page.ts';

test('exports the complete result of a query and of a collection to a file', async ({
  shell,
  databaseName,
  environment,
  electronApp,
  dataFolder,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const dialog = new ExportDialogPage(shell.page, { electronApp, folder: join(dataFolder, 'exports') });
  await dialog.prepare();
  const query = await shell.openQuery();
  await query.run('from Orders include Company limit 7');
  await query.expectShown(7);

  await query.openExport('Complete result…');
  await expect(dialog.element).toContainText('Included documents are not part of the file');
  await expect(dialog.element.getByLabel('Rows')).toContainText('Without limit');
  await checkScreen(shell, environment, 'query-export-dialog');
  const total = await query.total();
  const csv = await readFile(await dialog.export(), 'utf8');
  await expect(dialog.element.getByText(`${total.toLocaleString('en')} rows (`)).toBeVisible();
  const lines = csv.trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFF@id,/);
  expect(lines).toHaveLength(total + 1);
  await checkScreen(shell, environment, 'query-export-done');

  await dialog.choose('Rows', /^With the limit/);
  await dialog.choose('Format', /^NDJSON/);
  const ndjson = (await readFile(await dialog.export(), 'utf8')).trimEnd().split('\n');
  expect(ndjson).toHaveLength(7);
  expect(JSON.parse(ndjson[0] ?? '')).toHaveProperty('@metadata');
  await dialog.close();

  const documents = await shell.openDocuments();
  await documents.collection('Products').click();
  await documents.panel.getByRole('button', { name: 'Export' }).click();
  await shell.page.getByRole('menuitem', { name: 'All of Products…' }).click();
  const products: unknown = JSON.parse(await readFile(await dialog.export(), 'utf8'));
  expect(Array.isArray(products) && products.length).toBeGreaterThan(10);
  await checkScreen(shell, environment, 'documents-export-done');
  await dialog.close();

  // A file of an export that ended has its final name only.
  if (electronApp)
    expect(
      (await readdir(join(dataFolder, 'exports'))).filter((name) => name.includes('incomplete')),
    ).toEqual([]);
});

test('a read-only connection exports what an index answers, and says what it does not', async ({
  shell,
  databaseName,
  electronApp,
  dataFolder,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const dialog = new ExportDialogPage(shell.page, { electronApp, folder: join(dataFolder, 'exports') });
  await dialog.prepare();
  const query = await shell.openQuery();
  await query.run('from Orders where Freight > 20');
  await expect(query.panel.getByTitle(/^Auto\/Orders/)).toBeVisible();
  await shell.restrictTo('read-only');

  await query.openExport('Complete result…');
  const lines = (await readFile(await dialog.export(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength((await query.total()) + 1);
  await dialog.close();
});

test('an export shows its progress, and a cancelled one is not taken for a whole file', async ({
  shell,
  databaseName,
  environment,
  electronApp,
  dataFolder,
}) => {
  test.skip(environment === 'served-ravendb', 'RavenDB ends the slow script of this test itself');
  await shell.createDatabase(databaseName, { sampleData: true });
  const folder = join(dataFolder, 'exports');
  const dialog = new ExportDialogPage(shell.page, { electronApp, folder });
  await dialog.prepare();
  const query = await shell.openQuery();
  const slow = 'declare function slow(o) { for (let i = 0; i < 3000000; i++); return { Id: id(o) } }';
  await query.run(`${slow} from Orders as o select slow(o) limit 1`);
  await query.expectShown(1);
  await query.openExport('Complete result…');
  await dialog.button.click();
  const cancel = dialog.element.getByRole('button', { name: 'Cancel export' });
  await expect(dialog.element.getByRole('status')).toContainText(/rows?/);
  await cancel.click();
  await expect(
    dialog.element.getByRole('status').filter({ hasText: /^The export was cancelled after \d/ }),
  ).toBeVisible();
  if (electronApp) expect(await readdir(folder)).toEqual([]);
  await expect(dialog.button).toBeEnabled();
});

test('facets are exported as shown, one line per term', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  for (const number of [1, 2, 3])
    await shell.writeBehindTheBack(databaseName, `orders/${number}`, {
      Country: number === 3 ? 'Spain' : 'France',
      '@metadata': { '@collection': 'Orders' },
    });
  const index = await shell.requestBehindTheBack('PUT', `/databases/${databaseName}/admin/indexes`, {
    Indexes: [
      {
        Name: 'Orders/ByCountry',
        Maps: ['from order in docs.Orders select new { order.Country }'],
        Type: 'Map',
      },
    ],
  });
  expect(index.status, index.body).toBe(201);
  const query = await shell.openQuery();
  await query.run("from index 'Orders/ByCountry' select facet(Country)");
  await expect(
    query.panel.getByRole('grid', { name: 'Facets' }).getByRole('row', { name: /france/i }),
  ).toContainText('2');
  await query.panel.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(shell.page.getByRole('menuitem', { name: /^Complete result/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  const file = await shell.downloaded(
    () => shell.page.getByRole('menuitem', { name: /^Shown rows as CSV/ }).click(),
    '.csv',
  );
  expect((await readFile(file, 'utf8')).toLowerCase()).toContain('country,france,2');
});

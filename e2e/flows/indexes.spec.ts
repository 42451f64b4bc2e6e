import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { editorLines } from '../pages/editor.ts';
import { IndexEditorPage } from '../pages/index-editor-page.ts';
import type { Shell } from '../pages/shell.ts';

/** JavaScript maps run in every environment. */
const map = (collection: string, body: string) => `map('${collection}', o => (${body}))`;

async function createIndex(shell: Shell, database: string, name: string, ...maps: string[]): Promise<void> {
  const { status, body } = await shell.requestBehindTheBack('PUT', `/databases/${database}/admin/indexes`, {
    Indexes: [{ Name: name, Maps: maps, Type: 'JavaScriptMap' }],
  });
  expect(status, body).toBe(201);
}

async function statsOf(shell: Shell, database: string, name: string): Promise<Record<string, unknown>> {
  const path = `/databases/${database}/indexes/stats?name=${encodeURIComponent(name)}`;
  const { body } = await shell.requestBehindTheBack('GET', path);
  return (JSON.parse(body) as { Results: Record<string, unknown>[] }).Results[0] ?? {};
}

async function namesOf(shell: Shell, database: string): Promise<readonly string[]> {
  const path = `/databases/${database}/indexes?namesOnly=true`;
  const { body } = await shell.requestBehindTheBack('GET', path);
  return (JSON.parse(body) as { Results: string[] }).Results;
}

test('lists indexes as they are created elsewhere, groups, searches, filters, pauses and sets priority and lock', async ({
  shell,
  environment,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const empty = await shell.openIndexes();
  await expect(empty.panel.getByText('No indexes yet')).toBeVisible();
  await checkScreen(shell, environment, 'indexes-empty');

  await createIndex(shell, databaseName, 'Orders/ByCompany', map('Orders', '{ Company: o.Company }'));
  await createIndex(shell, databaseName, 'Products/ByName', map('Products', '{ Name: o.Name }'));
  const indexes = await shell.openIndexes();
  const orders = indexes.row('Orders/ByCompany');
  await expect(orders).toContainText('Running');
  await expect(orders).toContainText('JavaScript map');
  await expect(orders).toContainText('Up to date');
  await expect(orders).toContainText('640');
  await expect(indexes.grid().getByRole('button', { name: 'Products 1' })).toBeVisible();

  await indexes.search('products');
  await expect(orders).toBeHidden();
  await indexes.search('');

  await indexes.run('Orders/ByCompany', 'Pause');
  await expect(orders).toContainText('Paused');
  await indexes.filter('Paused').click();
  await expect(indexes.row('Products/ByName')).toBeHidden();
  // A paused index does not see a new document.
  await shell.writeBehindTheBack(databaseName, 'orders/new', {
    Company: 'companies/1-A',
    '@metadata': { '@collection': 'Orders' },
  });
  await expect(orders).toContainText(/behind, paused/);
  await checkScreen(shell, environment, 'indexes-paused');
  await indexes.run('Orders/ByCompany', 'Resume');
  await expect(indexes.filter('Paused')).toContainText('0');
  await indexes.filter('All').click();
  await expect(orders).toContainText('641');
  await expect(orders).toContainText('Up to date');

  await indexes.select('Orders/ByCompany', 'Products/ByName');
  await indexes.panel.getByRole('button', { name: 'Actions' }).click();
  await shell.page.getByRole('menuitem', { name: 'Priority', exact: true }).click();
  await shell.page.getByRole('menuitem', { name: 'High priority' }).click();
  await expect(orders).toContainText('High');
  await expect(indexes.row('Products/ByName')).toContainText('High');
  expect(await statsOf(shell, databaseName, 'Orders/ByCompany')).toMatchObject({ Priority: 'High' });

  await indexes.run('Products/ByName', 'Locked, refuses changes', 'Lock mode');
  await expect(indexes.row('Products/ByName')).toContainText('Refuses changes');
  const menu = await indexes.menu('Products/ByName');
  await expect(menu.getByRole('menuitem', { name: /^Delete…/ })).toContainText(
    'It is locked. Unlock it first.',
  );
  await checkScreen(shell, environment, 'indexes-menu');
  await shell.page.keyboard.press('Escape');

  await indexes.run('Orders/ByCompany', 'Disable');
  await expect(orders).toContainText('Disabled');
  expect(await statsOf(shell, databaseName, 'Orders/ByCompany')).toMatchObject({ State: 'Disabled' });
  await indexes.run('Orders/ByCompany', 'Enable');
  await expect(orders).toContainText('Running');
});

test('shows the errors of an index with their documents, exports and clears them, resets it', async ({
  shell,
  environment,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  await createIndex(
    shell,
    databaseName,
    'Orders/Failing',
    map(
      'Orders',
      "{ Company: o.Company === 'companies/1-A' ? (function () { throw new Error('no such company') })() : o.Company }",
    ),
  );
  const indexes = await shell.openIndexes();
  const row = indexes.row('Orders/Failing');
  await row.getByRole('button', { name: /^\d+$/ }).click();
  const errors = indexes.panel.getByRole('grid', { name: 'Indexing errors' });
  const first = errors.locator('[data-document^="orders/"]').first();
  await expect(first).toBeVisible();
  await expect(indexes.panel.getByRole('region', { name: 'Causes' })).toContainText('×');
  await checkScreen(shell, environment, 'indexes-errors');

  await indexes.panel.getByRole('tabpanel').getByRole('button', { name: 'Export' }).click();
  const file = await shell.downloaded(() => shell.page.getByRole('menuitem', { name: 'JSON' }).click());
  const exported = JSON.parse(await readFile(file, 'utf8')) as { index: string; document: string }[];
  expect(exported.length).toBeGreaterThan(0);
  for (const each of exported) {
    expect(each.index).toBe('Orders/Failing');
    expect(each.document).toMatch(/^orders\//);
  }

  const id = (await first.textContent()) ?? '';
  await first.click();
  await shell.document(id);
  const again = await shell.openIndexes();
  await again.panel.getByRole('button', { name: 'Clear…' }).click();
  const dialog = shell.page.getByRole('dialog', { name: 'Clear the errors of Orders/Failing?' });
  await dialog.getByRole('button', { name: 'Clear errors' }).click();
  await expect(again.panel.getByText('No indexing errors')).toBeVisible();
  await expect(row.getByRole('button', { name: /^\d+$/ })).toHaveCount(0);

  await again.run('Orders/Failing', 'Reset in place…');
  const reset = shell.page.getByRole('dialog', { name: 'Reset in place: Orders/Failing?' });
  await expect(reset).toContainText('every document is indexed again');
  await reset.getByRole('button', { name: 'Reset in place' }).click();
  await expect(row.getByRole('button', { name: /^\d+$/ })).toBeVisible();
});

test('browses terms by prefix, builds a replacement side by side and swaps it in', async ({
  shell,
  environment,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  await createIndex(shell, databaseName, 'Orders/ByCompany', map('Orders', '{ Company: o.Company }'));
  const indexes = await shell.openIndexes();
  const row = indexes.row('Orders/ByCompany');
  await expect(row).toContainText('640');
  await indexes.run('Orders/ByCompany', 'Browse terms');
  const terms = indexes.panel.getByRole('grid', { name: 'Terms of Company' });
  await expect(terms).toContainText('companies/1-a');
  await indexes.panel.getByRole('searchbox', { name: 'Terms that start with' }).fill('companies/3');
  await expect(terms).not.toContainText('companies/1-a');
  const counted = terms.getByRole('row', { name: /companies\/30-a/ });
  await indexes.panel.getByRole('button', { name: 'Count results' }).click();
  await expect(counted.getByRole('gridcell').last()).toHaveText(/^[1-9]\d*$/);
  await checkScreen(shell, environment, 'indexes-terms');
  await indexes.panel.getByRole('searchbox', { name: 'Terms that start with' }).fill('Companies/3');
  await indexes.panel.getByRole('button', { name: 'Search “companies/3”' }).click();
  await terms.locator('[data-document="companies/30-a"]').click();
  await expect(editorLines(shell.panel())).toContainText("where Company = 'companies/30-a'");

  // While all indexing is paused, the replacement waits.
  await shell.openIndexes();
  await indexes.panel.getByRole('button', { name: 'Pause all indexing' }).click();
  await expect(indexes.panel.getByText(/All indexing of this database is paused/)).toBeVisible();
  await indexes.run('Orders/ByCompany', 'Reset side by side');
  const replacement = indexes.row('ReplacementOf/Orders/ByCompany');
  await expect(replacement).toContainText('Replacement');
  await checkScreen(shell, environment, 'indexes-replacement');
  await indexes.run('Orders/ByCompany', 'Swap in the replacement now…');
  await shell.page
    .getByRole('dialog', { name: 'Swap in the replacement now: Orders/ByCompany?' })
    .getByRole('button', { name: 'Swap in the replacement now' })
    .click();
  await expect(replacement).toHaveCount(0);
  await indexes.panel.getByRole('button', { name: 'Resume all indexing' }).first().click();
  await expect(indexes.panel.getByText(/All indexing of this database is paused/)).toBeHidden();
  await expect(row).toContainText('640');
});

test('finds duplicate and mergeable indexes, deletes or merges them, and folds groups', async ({
  shell,
  environment,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  for (const name of ['Orders/First', 'Orders/Second'])
    await createIndex(shell, databaseName, name, map('Orders', '{ Company: o.Company }'));
  await createIndex(
    shell,
    databaseName,
    'Orders/Large',
    map('Orders', '{ Company: o.Company, Freight: o.Freight }'),
  );
  await createIndex(shell, databaseName, 'Orders/Ships', map('Orders', '{ City: o.ShipTo.City }'));
  await shell.command('Find unused and duplicate indexes');
  const indexes = await shell.openIndexes();
  const advice = indexes.panel.getByRole('grid', { name: 'Cleanup advice' });
  const duplicate = advice.getByRole('row').filter({ hasText: 'Duplicate' });
  await expect(duplicate).toContainText('Orders/Second');
  await expect(duplicate).toContainText('Orders/First');
  await expect(advice.getByRole('row').filter({ hasText: 'Redundant' })).toContainText('Orders/Large');
  await checkScreen(shell, environment, 'indexes-cleanup');
  await duplicate.getByRole('checkbox').check();
  await indexes.panel.getByRole('tabpanel').getByRole('button', { name: 'Delete 1…' }).click();
  const dialog = shell.page.getByRole('dialog', { name: 'Delete: Orders/Second?' });
  await expect(dialog.getByRole('list', { name: 'Indexes' })).toHaveText('Orders/Second');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await namesOf(shell, databaseName)).toContain('Orders/Second');

  // Its fields are nowhere else: it is merged before it can be deleted.
  await duplicate.getByRole('checkbox').uncheck();
  await advice.getByRole('row').filter({ hasText: 'Mergeable' }).getByRole('checkbox').check();
  await expect(
    indexes.panel.getByRole('tabpanel').getByRole('button', { name: 'Delete 1…' }),
  ).toHaveAccessibleDescription(/Save the merged index first/);
  await indexes.panel.getByRole('button', { name: 'Merge into a new index' }).click();
  const merged = new IndexEditorPage(shell.page, shell.panel());
  await expect(merged.text('Map').locator('.view-lines')).toContainText('City: o.ShipTo.City');
  await merged.try();
  await expect(merged.panel.getByRole('grid', { name: 'Entries' })).toContainText('companies/');
  await shell.openIndexes();

  await indexes.row('Orders/Second').getByRole('gridcell').last().click();
  await shell.page.keyboard.press('Delete');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(indexes.row('Orders/Second')).toHaveCount(0);
  expect(await namesOf(shell, databaseName)).not.toContain('Orders/Second');
  await expect(duplicate).toHaveCount(0);

  // The group is the row before its first index.
  await indexes.row('Orders/First').getByRole('gridcell').last().click();
  await shell.page.keyboard.press('ArrowUp');
  await shell.page.keyboard.press('Enter');
  await expect(indexes.row('Orders/First')).toHaveCount(0);
  await shell.page.keyboard.press('Enter');
  await expect(indexes.row('Orders/First')).toBeVisible();
});

test('a read-only connection reads indexes and disables every change, with the reason', async ({
  shell,
  environment,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  await createIndex(shell, databaseName, 'Orders/ByCompany', map('Orders', '{ Company: o.Company }'));
  await shell.restrictTo('read-only');
  const indexes = await shell.openIndexes();
  await expect(indexes.row('Orders/ByCompany')).toContainText('640');
  const reason = /is read-only\. To change data, change its access under Connections\./;
  const pauseAll = indexes.panel.getByRole('button', { name: 'Pause all indexing' });
  await expect(pauseAll).toHaveAttribute('aria-disabled', 'true');
  await expect(pauseAll).toHaveAccessibleDescription(reason);
  await indexes.select('Orders/ByCompany');
  await expect(indexes.panel.getByRole('button', { name: 'Delete 1' })).toHaveAccessibleDescription(reason);
  await indexes.row('Orders/ByCompany').getByRole('gridcell').last().click();
  await shell.page.keyboard.press('Delete');
  await expect(shell.page.getByRole('region', { name: 'Messages' })).toContainText(reason);
  const menu = await indexes.menu('Orders/ByCompany');
  await expect(menu.getByRole('menuitem', { name: 'Pause' })).toHaveAttribute('aria-disabled', 'true');
  await shell.page.keyboard.press('Escape');
  await indexes.openTab('Terms');
  await expect(indexes.panel.getByRole('grid', { name: 'Terms of Company' })).toContainText('companies/1-a');
  await checkScreen(shell, environment, 'indexes-read-only');
});

test('opens from the dashboard and the status bar', async ({ shell, databaseName }) => {
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: true });
  await createIndex(shell, databaseName, 'Orders/ByCompany', map('Orders', '{ Company: o.Company }'));
  const dashboard = await shell.openDashboard();
  await dashboard.getByRole('button', { name: 'Open indexes' }).click();
  await expect(shell.panel().getByRole('grid', { name: 'Indexes' })).toBeVisible();
  // The only index needs no choice.
  await expect(shell.panel().getByRole('heading', { name: 'Orders/ByCompany' })).toBeVisible();
  await shell.openDocuments();
  await page
    .getByRole('contentinfo', { name: 'Status' })
    .getByRole('button', { name: /^1 index/ })
    .click();
  await expect(shell.panel().getByRole('grid', { name: 'Indexes' })).toBeVisible();
});

test('a guarded connection deletes an index only after a confirmation outside the page', async ({
  shell,
  environment,
  databaseName,
}) => {
  test.skip(
    environment === 'electron',
    'the confirmation is a dialog of the system there: e2e/electron/confirmation.spec.ts',
  );
  await shell.createDatabase(databaseName, { sampleData: true });
  await createIndex(shell, databaseName, 'Orders/ByCompany', map('Orders', '{ Company: o.Company }'));
  await shell.restrictTo('guarded');
  const indexes = await shell.openIndexes();
  const remove = async (): Promise<void> => {
    await indexes.run('Orders/ByCompany', 'Delete…');
    const dialog = shell.page.getByRole('dialog', { name: 'Delete: Orders/ByCompany?' });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  };
  await remove();
  await shell.confirmation.dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect(indexes.panel.getByRole('alert')).toContainText('1 of 1 index not deleted');
  expect(await namesOf(shell, databaseName)).toEqual(['Orders/ByCompany']);

  await remove();
  await shell.confirmation.confirm();
  await expect(indexes.panel.getByText('No indexes yet')).toBeVisible();
  expect(await namesOf(shell, databaseName)).toEqual([]);
});

test('exports definitions as one file and imports it', async ({ shell, databaseName, environment }) => {
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: true });
  await createIndex(shell, databaseName, 'Orders/ByCompany', map('Orders', '{ Company: o.Company }'));
  await createIndex(shell, databaseName, 'Products/ByName', map('Products', '{ Name: o.Name }'));
  const indexes = await shell.openIndexes();
  await expect(indexes.row('Products/ByName')).toBeVisible();
  const download = page.waitForEvent('download');
  await indexes.panel.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Definitions of all indexes' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const exported = JSON.parse(text) as { Indexes: { Name: string; Maps: string[] }[] };
  expect(exported.Indexes.map(({ Name }) => Name)).toEqual(['Orders/ByCompany', 'Products/ByName']);

  const [first, second] = exported.Indexes;
  const changed = {
    Indexes: [
      { ...first, Maps: [map('Orders', '{ Company: o.Company, Freight: o.Freight }')] },
      second,
      { ...second, Name: 'Products/Copy' },
      { ...second, Name: 'Products/Broken', Maps: ['map('] },
    ],
  };
  await indexes.panel.getByLabel('File with index definitions').setInputFiles({
    name: 'indexes.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(changed)),
  });
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog).toContainText('Replaces the definition of Orders/ByCompany');
  await expect(dialog).toContainText('Products/ByName: The database has the same definition.');
  await checkScreen(shell, environment, 'indexes-import');
  await dialog.getByRole('button', { name: /^Import/ }).click();
  await expect(indexes.panel.getByRole('alert')).toContainText('Products/Broken');
  await expect(indexes.row('Products/Copy')).toBeVisible();
  await expect.poll(() => namesOf(shell, databaseName)).not.toContain('Products/Broken');
});

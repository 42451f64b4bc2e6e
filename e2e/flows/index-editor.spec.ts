import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { IndexEditorPage } from '../pages/index-editor-page.ts';
import type { Shell } from '../pages/shell.ts';

const byCompany = "map('Orders', o => ({ Company: o.Company, Freight: o.Freight }));";

async function newIndex(shell: Shell): Promise<IndexEditorPage> {
  await shell.command('Create index');
  await expect(shell.page.getByRole('tab', { name: /^New index/, selected: true }).first()).toBeVisible();
  const editor = new IndexEditorPage(shell.page, shell.panel());
  await expect(editor.text('Map').locator('.view-line').first()).toBeVisible();
  return editor;
}

/** A stored index in its tab. */
async function savedIndex(shell: Shell, name: string, map = byCompany): Promise<IndexEditorPage> {
  const editor = await newIndex(shell);
  await editor.name(name);
  await editor.write('Map', map);
  await editor.toolbar().getByRole('button', { name: /^Save/ }).click();
  const saved = new IndexEditorPage(shell.page, shell.panel());
  await expect(saved.panel.getByRole('heading', { name })).toBeVisible();
  await saved.expectSaved();
  return saved;
}

function definitionOf(
  shell: Shell,
  database: string,
  name: string,
): Promise<{ status: number; body: string }> {
  return shell.requestBehindTheBack('GET', `/databases/${database}/indexes?name=${encodeURIComponent(name)}`);
}

test('tries an index before it is saved, shows errors at the line, and restores an earlier definition', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  let editor = await newIndex(shell);
  await editor.write('Map', byCompany);
  await editor.try();
  await expect(editor.tab('Entries')).toHaveText('Entries (100)');
  const entries = editor.panel.getByRole('grid', { name: 'Entries' });
  await expect(entries).toContainText('orders/');
  await expect(entries).toContainText('companies/');
  await checkScreen(shell, environment, 'index-editor-try');
  // Nothing was stored.
  const names = await shell.requestBehindTheBack('GET', `/databases/${databaseName}/indexes?namesOnly=true`);
  expect(names.body).not.toContain('"test');
  expect(names.body).toContain('"Results":[]');

  await editor.toolbar().getByRole('button', { name: /^Save/ }).click();
  await expect(editor.panel.getByText('Enter a name for the index.')).toBeVisible();
  await editor.name('Orders/ByCompany');
  await editor.toolbar().getByRole('button', { name: /^Save/ }).click();
  editor = new IndexEditorPage(shell.page, shell.panel());
  await expect(editor.panel.getByRole('heading', { name: 'Orders/ByCompany' })).toBeVisible();
  await editor.expectSaved();

  const broken = "map('Orders', o => {\n  return { Company: o. };\n});";
  await editor.write('Map', broken);
  await editor.try();
  await editor.expectErrorAt('Map', 2);
  await checkScreen(shell, environment, 'index-editor-error');
  await editor.save();
  await editor.expectErrorAt('Map', 2);

  await editor.write('Map', "map('Orders', o => ({ Company: o.Company, Employee: o.Employee }));");
  await expect(editor.text('Map').locator('.squiggly-error')).toHaveCount(0);
  await editor.toolbar().getByRole('button', { name: /^Save/ }).click();
  await expect(editor.saveDialog()).toContainText('Changed: Maps.');
  await expect(editor.saveDialog().locator('.line-insert').first()).toBeVisible();
  await checkScreen(shell, environment, 'index-editor-save');
  await editor.saveDialog().getByRole('button', { name: 'Save', exact: true }).click();
  await editor.expectSaved();

  await editor.tab('History').click();
  const past = editor.panel.getByRole('list', { name: 'History of Orders/ByCompany' }).getByRole('listitem');
  await expect(past).toHaveCount(2);
  await expect(past.first()).toContainText('same as the edited definition');
  await checkScreen(shell, environment, 'index-editor-history');
  await past.nth(1).getByRole('button', { name: 'Compare' }).click();
  const dialog = shell.page.getByRole('dialog', { name: /^Orders\/ByCompany from / });
  await expect(dialog.locator('.line-insert').first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(editor.text('Map').locator('.view-lines')).toContainText('Freight');
  await editor.save();
  await editor.expectSaved();
  // The previous version answers until the new one is built.
  await expect
    .poll(async () => (await definitionOf(shell, databaseName, 'Orders/ByCompany')).body)
    .toContain('Freight');
});

test('tries groups with a query, and edits fields and settings', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const editor = await newIndex(shell);
  await editor.name('Orders/Totals');
  await editor.write('Map', "map('Orders', o => ({ Company: o.Company, Count: 1 }));");
  await editor.panel.getByRole('button', { name: 'Add text' }).click();
  await shell.page.getByRole('menuitem', { name: /^Reduce/ }).click();
  await editor.write(
    'Reduce',
    'groupBy(x => x.Company).aggregate(g => ({ Company: g.key, Count: g.values.reduce((n, x) => n + x.Count, 0) }));',
  );
  await editor.panel.getByLabel('Documents', { exact: true }).fill('50');
  await editor.panel
    .getByLabel('Query (optional)')
    .fill("from index 'x' where Count > 1 order by Count desc");
  await editor.panel.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(editor.tab('Map results')).toHaveText('Map results (50)');
  await editor.tab('Reduce results').click();
  await expect(editor.panel.getByRole('grid', { name: 'Reduce results' })).toContainText('companies/');

  await editor.tab('Fields').click();
  await editor.panel.getByRole('button', { name: 'Add field options' }).click();
  await shell.page.getByRole('menuitem', { name: 'Company', exact: true }).click();
  const field = editor.panel.getByRole('group', { name: 'Company' });
  await field.getByLabel('Storage').click();
  await shell.page.getByRole('option', { name: 'Stored', exact: true }).click();
  await checkScreen(shell, environment, 'index-editor-fields');
  await editor.tab('Settings').click();
  await editor.panel.getByLabel('Priority').click();
  await shell.page.getByRole('option', { name: 'High' }).click();
  await checkScreen(shell, environment, 'index-editor-settings');
  await editor.toolbar().getByRole('button', { name: /^Save/ }).click();
  await expect(shell.panel().getByRole('heading', { name: 'Orders/Totals' })).toBeVisible();
  const { body } = await definitionOf(shell, databaseName, 'Orders/Totals');
  expect(body).toMatch(/"Priority":"High"/);
  expect(body).toMatch(/"Storage":"Yes"/);
});

test('lists the documents for which a map fails', async ({ shell, databaseName, environment }, testInfo) => {
  testInfo.skip(environment === 'served-ravendb', 'RavenDB reports no errors of single documents for a test');
  await shell.createDatabase(databaseName, { sampleData: true });
  const editor = await newIndex(shell);
  await editor.write(
    'Map',
    "map('Orders', o => {\n  if (o.Freight > 50)\n    throw new Error('too heavy');\n  return { A: 1 };\n});",
  );
  await editor.try();
  await editor.tab('Errors').click();
  const errors = editor.panel.getByRole('grid', { name: 'Errors' });
  await expect(errors).toContainText('too heavy');
  await expect(errors).toContainText('Map:3');
  await checkScreen(shell, environment, 'index-editor-errors');
  await editor.write('Map', "map('Orders', o => {\n\n  while (true) {}\n});");
  await editor.panel.getByLabel('Documents', { exact: true }).fill('1');
  await editor.try();
  // A loop that is cut off has the position of its function.
  await editor.expectErrorAt('Map', 1);

  await editor.write('Map', "map('Orders', o =>\n  Array.from({ length: 10001 }, (_, i) => ({ A: i })));");
  await editor.try();
  await expect(editor.panel.getByText(/10,?00[12] entries/).first()).toBeVisible();
});

test('keeps the draft when the index is changed, deleted or the page reloads', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const editor = await savedIndex(shell, 'Mine');
  await editor.write('Map', "map('Orders', o => ({ Mine: 1 }));");
  const put = (map: string) =>
    shell.requestBehindTheBack('PUT', `/databases/${databaseName}/admin/indexes`, {
      Indexes: [{ Name: 'Mine', Maps: [map] }],
    });
  await put("map('Orders', o => ({ Theirs: 1 }))");
  const banner = editor.panel.getByText(/^This index was changed outside this tab\./);
  await expect(banner).toBeVisible();
  await checkScreen(shell, environment, 'index-editor-changed');
  await editor.panel.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(shell.page.getByRole('dialog', { name: 'Compare versions of Mine' })).toContainText(
    'Changed: Maps.',
  );
  await shell.page.keyboard.press('Escape');
  await editor.panel.getByRole('button', { name: 'Keep mine' }).click();
  await expect(banner).toBeHidden();

  await shell.workspaceHolds('Mine: 1');
  // The page asks before it closes with unsaved changes.
  shell.page.on('dialog', (dialog) => void dialog.accept());
  await shell.page.reload();
  await shell.ready();
  const again = new IndexEditorPage(shell.page, shell.panel());
  await expect(again.text('Map').locator('.view-lines')).toContainText('Mine: 1');
  await expect(again.toolbar().getByText('unsaved', { exact: true })).toBeVisible();

  await shell.requestBehindTheBack('DELETE', `/databases/${databaseName}/indexes?name=Mine`);
  await expect(again.panel.getByText(/^This index was deleted on the server\./)).toBeVisible();
  await again.toolbar().getByRole('button', { name: /^Save/ }).click();
  await again.expectSaved();
  expect((await definitionOf(shell, databaseName, 'Mine')).body).toContain('Mine: 1');
});

test('exports, imports and converts definitions', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const editor = await savedIndex(shell, 'Orders/Exported');
  const path = await shell.downloaded(() =>
    editor.toolbar().getByRole('button', { name: 'Export definition' }).click(),
  );
  const exported = await readFile(path, 'utf8');
  expect(JSON.parse(exported)).toEqual({ Name: 'Orders/Exported', Maps: [byCompany] });

  const queried = await shell.requestBehindTheBack('POST', `/databases/${databaseName}/queries`, {
    Query: "from Orders where search(Company, 'x') and Freight > 2",
  });
  expect(queried.status, queried.body).toBe(200);
  const created = await newIndex(shell);
  await created.toolbar().getByLabel('File with an index definition').setInputFiles(path);
  await expect(created.text('Map').locator('.view-lines')).toContainText('Freight: o.Freight');
  await expect(created.toolbar().getByLabel('Name')).toHaveValue('Orders/Exported');
  await created.toolbar().getByRole('button', { name: 'Start from' }).click();
  await shell.page.getByRole('menuitem', { name: /^Auto\/Orders\/By/ }).click();
  await expect(created.text('Map').locator('.view-lines')).toContainText('Company_Search: document.Company');
  await created.try();
  await expect(created.tab('Entries')).toHaveText('Entries (100)');
  await expect(created.panel.getByRole('grid', { name: 'Entries' })).toContainText('Company_Search');
});

test('tries an index over counters and counts its items', async ({ shell, databaseName, environment }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const path = `/databases/${databaseName}`;
  const user = { '@metadata': { '@collection': 'Users' } };
  await shell.requestBehindTheBack('PUT', `${path}/docs?id=users/1`, user);
  const operations = ['Likes', 'Views'].map((name) => ({ Type: 'Increment', CounterName: name, Delta: 7 }));
  await shell.requestBehindTheBack('POST', `${path}/counters`, {
    Documents: [{ DocumentId: 'users/1', Operations: operations }],
  });
  const editor = await newIndex(shell);
  await editor.write('Map', "counters.map('Users', c => ({ Name: c.Name, Value: c.Value }));");
  await editor.try();
  await expect(editor.panel.getByText('users/1|likes')).toBeVisible();
  await expect(editor.panel.getByText('users/1|views')).toBeVisible();
  // A server does not report how many it mapped.
  if (environment !== 'served-ravendb') await expect(editor.panel.getByText(/2 items mapped/)).toBeVisible();
  await checkScreen(shell, environment, 'index-editor-try-counters');
});

test('confirms a try on a guarded connection, and disables every change on a read-only one', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const editor = await savedIndex(shell, 'Orders/Fixed');
  await shell.restrictTo('guarded');
  await expect(editor.panel.getByText(/The connection is guarded: each try is confirmed/)).toBeVisible();
  await editor.try();
  await shell.confirmation.confirm();
  await expect(editor.panel.getByRole('grid', { name: 'Entries' })).toContainText('companies/');
  await shell.restrictTo('read-only');
  const reason = /is read-only\. To change data, change its access under Connections\./;
  for (const name of [/^Save/, /^Try/, 'Import definition…', 'Clone']) {
    const button = editor.toolbar().getByRole('button', { name });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(reason);
  }
  await expect(editor.panel.getByRole('status').filter({ hasText: reason })).toBeVisible();
  await editor.tab('Settings').click();
  await expect(editor.panel.getByRole('button', { name: 'Add configuration entry' })).toBeDisabled();
  await checkScreen(shell, environment, 'index-editor-read-only');
});

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { countMatches, writeItems } from '../pages/patch-data.ts';

test('tests a patch on samples without writing, then runs it by query', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const total = await countMatches(shell, databaseName, 'from Orders limit 0');
  const before = await shell.readBehindTheBack(databaseName, 'orders/1-A');
  const patch = await shell.openPatch();
  await checkScreen(shell, environment, 'patch-start');

  await patch.write(
    "from Orders as o\nupdate {\n    o.Reviewed = true;\n    o.Freight = $extra;\n    output('was ' + id(o));\n    put('audits/', { Order: id(o), '@metadata': { '@collection': 'Audits' } });\n}",
  );
  await patch.testButton().click();
  await expect(shell.page.getByText('Parameter extra is invalid')).toBeVisible();
  await patch.panel.getByLabel('$extra').fill('2');
  await patch.test();
  await expect(patch.samples().getByRole('listitem')).toHaveCount(5);
  const first =
    (await patch.samples().getByRole('listitem').first().getByRole('button').innerText()).split('\n')[0] ??
    '';
  await expect(patch.detail(first).getByRole('region', { name: 'Output of the script' })).toContainText(
    `was ${first}`,
  );
  await expect(patch.detail(first).getByRole('region', { name: 'Actions of the script' })).toContainText(
    'Put',
  );
  await expect(patch.detail(first).locator('.monaco-diff-editor .view-lines').last()).toContainText(
    '"Freight": 2',
  );
  await checkScreen(shell, environment, 'patch-test');

  // Monaco's diff editor overrides the `visibility` of a hidden tab, and covered other screens.
  const diff = shell.page.locator('.monaco-diff-editor .overflow-guard').first();
  const isDrawn = () => diff.evaluate((each) => each.checkVisibility({ opacityProperty: true }));
  expect(await isDrawn()).toBe(true);
  await shell.openDashboard();
  expect(await isDrawn()).toBe(false);
  await shell.openPatch();
  expect(await isDrawn()).toBe(true);
  expect(await shell.readBehindTheBack(databaseName, 'orders/1-A')).toBe(before);
  expect(await countMatches(shell, databaseName, 'from Audits limit 0')).toBe(0);

  await patch.write('from Orders update { this.Reviewed = true; }');
  await expect(patch.samples()).toContainText('The text changed since this test.');
  await patch.run('Patch', total);
  await patch.expectResult('Completed');
  await patch.expectResult(`${total.toLocaleString('en')} patched`);
  await checkScreen(shell, environment, 'patch-result');
  expect(await shell.readBehindTheBack(databaseName, 'orders/1-A')).toContain('"Reviewed":true');
});

test('takes a query of the query screen', async ({ shell, databaseName, window }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.run('from Products limit 3');
  await query.panel
    .getByRole('grid')
    .locator('[data-row="0"]')
    .getByRole('gridcell')
    .last()
    .click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Patch all that the query finds…' }).click();
  const patch = await shell.openedPatch();
  await expect(patch.visibleText()).toContainText('from Products');
  await expect(patch.visibleText()).toContainText('limit 3');
  await expect(patch.visibleText()).toContainText('update {');
});

test('marks the line of a syntax error and ends a script without end; drafts survive a reload', async ({
  shell,
  databaseName,
  environment,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await writeItems(shell, databaseName, ['items/1'], { A: 1 });
  const patch = await shell.openPatch();
  await patch.write('from Items\nupdate {\n    this.A = ;\n}');
  await patch.testButton().click();
  await expect(patch.panel.getByRole('alert')).toContainText('The test failed');
  await expect(patch.panel.getByRole('button', { name: 'Go to line 3' })).toBeVisible();
  await checkScreen(shell, environment, 'patch-syntax-error');

  await patch.write('from Items update { while (true) {} }');
  await patch.test();
  await expect(patch.detail('items/1').getByRole('alert')).toContainText(
    /maximum number of statements|ran longer/,
  );

  await patch.choose('Target', 'By ids');
  await patch.ids().fill('items/1\nitems/none');
  await patch.write('this.Draft = 1;\nthis.Large = 2;');
  await patch.test();
  await expect(patch.samples().getByRole('button', { name: 'items/none' })).toContainText('Missing');
  await shell.workspaceHolds('this.Draft = 1');
  await window.reload();
  await shell.ready();
  await expect(patch.visibleText()).toContainText('this.Draft = 1');
  await expect(patch.ids()).toHaveValue('items/1\nitems/none');
  await patch.choose('Target', 'By query');
  await expect(patch.visibleText()).toContainText('while (true)');
});

test('runs a script of a megabyte', async ({ shell, databaseName, window, dataFolder }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await writeItems(shell, databaseName, ['items/1'], { A: 1 });
  const file = join(dataFolder, 'Large.js');
  await writeFile(file, `this.Large = true;\n${`// ${'x'.repeat(97)}\n`.repeat(10_000)}`);
  const patch = await shell.openPatch();
  await patch.panel.getByRole('button', { name: 'Snippets' }).click();
  const dialog = window.getByRole('dialog', { name: 'Snippets' });
  await dialog.getByLabel('Snippet files').setInputFiles(file);
  await dialog
    .getByRole('list', { name: 'Saved snippets' })
    .getByRole('button', { name: /^Large/ })
    .click();
  await expect(patch.visibleText()).toContainText('this.Large = true;');
  await patch.ids().fill('items/1');
  await patch.run('Patch', 1);
  await patch.expectResult('1 patched');
  expect(await shell.readBehindTheBack(databaseName, 'items/1')).toContain('"Large":true');
});

test('saves snippets as files in folders, exports and imports them', async ({
  shell,
  databaseName,
  window,
  dataFolder,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const patch = await shell.openPatch();
  await patch.write('from Items update { this.Saved = true; }');
  await patch.panel.getByRole('button', { name: 'Snippets' }).click();
  const dialog = window.getByRole('dialog', { name: 'Snippets' });
  await dialog.getByLabel('Save the current text as').fill('Items/Mark items');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const list = dialog.getByRole('list', { name: 'Saved snippets' });
  await expect(list).toContainText('Mark items');

  const file = join(dataFolder, 'Add tax.js');
  await writeFile(file, 'this.Tax = 0.2;\n');
  await dialog.getByLabel('Snippet files').setInputFiles(file);
  await expect(list).toContainText('Add tax');
  const exported = await shell.downloaded(
    () => dialog.getByRole('button', { name: 'Export Items/Mark items' }).click(),
    '.rql',
  );
  const text = '// name: Items/Mark items\n// action: patch\nfrom Items update { this.Saved = true; }\n';
  expect(await readFile(exported, 'utf8')).toBe(text);
  const place = (await dialog.getByText('Files:').locator('code').innerText()).trim();
  expect(await readFile(join(place, 'Items', 'Mark items.rql'), 'utf8')).toBe(text);
  expect(await readFile(join(place, 'Add tax.js'), 'utf8')).toBe('// name: Add tax\nthis.Tax = 0.2;\n');
  await checkScreen(shell, environment, 'patch-snippets');

  await list.getByRole('button', { name: /^Add tax/ }).click();
  await expect(dialog).toBeHidden();
  await expect(patch.visibleText()).toContainText('this.Tax = 0.2;');
  await shell.workspaceHolds('this.Tax = 0.2;');
  await window.reload();
  await shell.ready();
  await patch.panel.getByRole('button', { name: 'Snippets' }).click();
  await expect(list).toContainText('Items/Mark items');
  await dialog.getByRole('button', { name: 'Delete Items/Mark items' }).click();
  await expect(list).not.toContainText('Mark items');
  await expect.poll(() => readdir(join(place, 'Items'))).toEqual([]);
});

test('a guarded connection confirms an operation outside the page; a read-only one refuses changes', async ({
  shell,
  databaseName,
  environment,
}) => {
  test.skip(
    environment === 'electron',
    'the confirmation is a dialog of the system there: e2e/electron/confirmation.spec.ts',
  );
  await shell.createDatabase(databaseName, { sampleData: false });
  await writeItems(shell, databaseName, ['items/1', 'items/2'], { A: 1 });
  await shell.restrictTo('guarded');
  const patch = await shell.openPatch();
  await patch.write('from Items update { this.B = 2; }');
  await patch.test();
  const dialog = await patch.openRun('Patch', 2);
  await expect(dialog).toContainText('you confirm it once more outside of this page');
  await dialog.getByRole('button', { name: 'Patch 2 documents' }).click();
  await shell.confirmation.confirm();
  await patch.expectResult('2 patched');
  expect(await shell.readBehindTheBack(databaseName, 'items/1')).toContain('"B":2');

  await shell.restrictTo('read-only');
  const reason = /is read-only\. To change data, change its access under Connections\./;
  for (const button of [patch.testButton(), patch.runButton()]) {
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(reason);
  }
  await expect(patch.panel.getByRole('status').filter({ hasText: reason })).toBeVisible();
  // A preview of what would be deleted only reads.
  await patch.choose('Action', 'Delete');
  await patch.write('from Items');
  await patch.test();
  await expect(patch.samples()).toContainText('2 documents would be deleted');
  await expect(patch.runButton()).toHaveAttribute('aria-disabled', 'true');
  await checkScreen(shell, environment, 'patch-read-only');
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import type { Shell } from '../pages/shell.ts';

const queryAnswer = z.object({ TotalResults: z.number(), Results: z.array(z.unknown()) });

/** How many documents a query finds; reads the whole answer, so that no index can be stale. */
async function count(shell: Shell, database: string, query: string): Promise<number> {
  const { status, body } = await shell.requestBehindTheBack('POST', `/databases/${database}/queries`, {
    Query: query,
    WaitForNonStaleResults: true,
  });
  expect(status, body).toBe(200);
  return queryAnswer.parse(JSON.parse(body)).TotalResults;
}

const write = async (shell: Shell, database: string, ids: readonly string[], document: object) => {
  for (const id of ids)
    await shell.writeBehindTheBack(database, id, { ...document, '@metadata': { '@collection': 'Items' } });
};

test('tests a patch on samples without writing, then runs it by query', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const total = await count(shell, databaseName, 'from Orders limit 0');
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
  expect(await shell.readBehindTheBack(databaseName, 'orders/1-A')).toBe(before);
  expect(await count(shell, databaseName, 'from Audits limit 0')).toBe(0);

  await patch.write('from Orders update { this.Reviewed = true; }');
  await expect(patch.samples()).toContainText('The text changed since this test.');
  await patch.run('Patch', total);
  await patch.expectResult('Completed');
  await patch.expectResult(`${total.toLocaleString('en')} patched`);
  await checkScreen(shell, environment, 'patch-result');
  expect(await shell.readBehindTheBack(databaseName, 'orders/1-A')).toContain('"Reviewed":true');
});

test('cancels a long patch and says what was done', async ({ shell, databaseName, environment }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const total = await count(shell, databaseName, 'from @all_docs limit 0');
  const patch = await shell.openPatch();
  await patch.write('from @all_docs update { this.Touched = true; }');
  await patch.limitTo(20);
  await patch.run('Patch', total);
  await expect(patch.progress()).toContainText('Running');
  await expect(patch.progress().getByRole('progressbar', { name: 'Documents processed' })).toBeVisible();
  await checkScreen(shell, environment, 'patch-running');
  await expect(patch.runButton()).toHaveAttribute('aria-disabled', 'true');
  await patch.progress().getByRole('button', { name: 'Cancel' }).click();
  await patch.expectResult('Cancelled');
  await expect(patch.result()).toContainText('Cancelled. The last progress report was');
  const touched = await count(shell, databaseName, 'from @all_docs where Touched = true limit 0');
  expect(touched).toBeLessThan(total);
});

test('follows an operation again after a reload', async ({ shell, databaseName, window }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const total = await count(shell, databaseName, 'from @all_docs limit 0');
  const patch = await shell.openPatch();
  await patch.write('from @all_docs update { this.Touched = true; }');
  await patch.limitTo(20);
  await patch.run('Patch', total);
  await expect(patch.progress()).toContainText('Running');
  await shell.workspaceHolds('"operation":');
  await window.reload();
  await shell.ready();
  await expect(patch.visibleText()).toContainText('this.Touched = true');
  await expect(patch.progress()).toContainText('Running');
  await patch.progress().getByRole('button', { name: 'Cancel' }).click();
  await patch.expectResult('Cancelled');
});

test('lists failures and runs again on them', async ({ shell, databaseName, environment }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const ids = ['items/1', 'items/2', 'items/3', 'items/4'];
  await write(shell, databaseName, ids.slice(0, 2), { Tags: ['a'] });
  await write(shell, databaseName, ids.slice(2), { Tags: null });
  const patch = await shell.openPatch();
  await patch.write(
    "from Items as i\nupdate {\n    if (i.Tags === null) throw new Error('no tags');\n    i.Count = i.Tags.length;\n}",
  );
  await patch.choose('When a document fails', 'Continue');
  await patch.test();
  await expect(patch.samples()).toContainText('The script failed on 2 of 4.');
  await patch.samples().getByRole('button', { name: 'items/3' }).click();
  await expect(patch.detail('items/3').getByRole('alert')).toContainText('no tags');
  await patch.detail('items/3').getByRole('button', { name: 'Go to line 3' }).click();

  await patch.run('Patch', 4);
  await patch.expectResult('Completed with failures');
  await patch.expectResult('2 patched');
  await patch.expectResult('2 failed');
  const failures = patch.panel.getByRole('grid', { name: 'Failed documents' });
  await expect(failures.getByRole('row').filter({ hasText: 'items/3' })).toContainText('no tags');
  await expect(failures).toContainText('no tags (line 3)');
  await checkScreen(shell, environment, 'patch-failures');
  expect(await shell.readBehindTheBack(databaseName, 'items/1')).toContain('"Count":1');
  expect(await shell.readBehindTheBack(databaseName, 'items/3')).not.toContain('Count');

  await patch.panel.getByRole('button', { name: 'Run again on 2 failures…' }).click();
  await expect(patch.ids()).toHaveValue('items/3\nitems/4');
  await patch.write('this.Count = 0;');
  await patch.run('Patch', 2);
  await patch.expectResult('2 patched');
  expect(await shell.readBehindTheBack(databaseName, 'items/3')).toContain('"Count":0');
  expect(await shell.readBehindTheBack(databaseName, 'items/1')).toContain('"Count":1');

  // A failure of one operation of the server names its document.
  await patch.choose('Target', 'By query');
  await patch.choose('When a document fails', 'Stop');
  await patch.write("from Items update {\n    throw new Error('never');\n}");
  await patch.run('Patch', 4);
  await patch.expectResult('Failed');
  await expect(patch.result()).toContainText('never');
  const failed = patch.panel
    .getByRole('grid', { name: 'Failed documents' })
    .locator('[data-document]')
    .first();
  const id = (await failed.textContent()) ?? '';
  await failed.click();
  await shell.document(id);
});

test('deletes by query after a preview, and a whole collection after typing its name', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const employees = await count(shell, databaseName, 'from Employees limit 0');
  const patch = await shell.openPatch();
  await patch.choose('Action', 'Delete');
  await patch.write('from Employees limit 2');
  await patch.test();
  await expect(patch.samples()).toContainText('2 documents would be deleted');
  await checkScreen(shell, environment, 'patch-delete-preview');
  await patch.run('Delete', 2);
  await patch.expectResult('Completed');
  expect(await count(shell, databaseName, 'from Employees limit 0')).toBe(employees - 2);

  await patch.write('from Employees');
  const dialog = await patch.openRun('Delete', employees - 2);
  const confirm = dialog.getByRole('button', { name: /^Delete / });
  await expect(confirm).toBeDisabled();
  await checkScreen(shell, environment, 'patch-delete-confirm');
  await dialog.getByRole('textbox').fill('Employees');
  await patch.confirm(dialog, 'Delete');
  await patch.expectResult('Completed');
  expect(await count(shell, databaseName, 'from Employees limit 0')).toBe(0);
});

test('patches and deletes a selection of the documents table', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const documents = await shell.openDocuments();
  await documents.collection('Companies').click();
  const row = (index: number) => documents.grid().locator(`[data-row="${index}"]`);
  const idOf = async (index: number) => (await row(index).locator('[data-document]').textContent()) ?? '';
  await row(0).getByRole('gridcell').last().click();
  const ids = [await idOf(0), await idOf(1)];
  await row(1)
    .getByRole('gridcell')
    .last()
    .click({ modifiers: ['Shift'] });
  await documents.panel.getByRole('button', { name: 'Patch 2…' }).click();

  const patch = await shell.openedPatch();
  await expect(patch.ids()).toHaveValue(ids.join('\n'));
  await patch.write('this.Checked = args.by;');
  await patch.panel.getByLabel('$by').fill('"me"');
  await patch.test();
  await expect(patch.samples().getByRole('listitem')).toHaveCount(2);
  await patch.run('Patch', 2);
  await patch.expectResult('2 patched');
  expect(await shell.readBehindTheBack(databaseName, ids[0] ?? '')).toContain('"Checked":"me"');

  await patch.choose('Action', 'Delete');
  await patch.ids().fill(ids[1] ?? '');
  await patch.test();
  await patch.run('Delete', 1);
  await patch.expectResult('1 deleted');
  expect(
    (await shell.requestBehindTheBack('GET', `/databases/${databaseName}/docs?id=${ids[1] ?? ''}`)).status,
  ).toBe(404);
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
  await write(shell, databaseName, ['items/1'], { A: 1 });
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
  await write(shell, databaseName, ['items/1'], { A: 1 });
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

test('saves snippets, exports them as files and imports them', async ({
  shell,
  databaseName,
  window,
  dataFolder,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const patch = await shell.openPatch();
  await patch.write('from Items update { this.Saved = true; }');
  await patch.panel.getByRole('button', { name: 'Snippets' }).click();
  const dialog = window.getByRole('dialog', { name: 'Snippets' });
  await dialog.getByLabel('Save the current text as').fill('Mark items');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const list = dialog.getByRole('list', { name: 'Saved snippets' });
  await expect(list).toContainText('Mark items');

  const file = join(dataFolder, 'Add tax.js');
  await writeFile(file, 'this.Tax = 0.2;\n');
  await dialog.getByLabel('Snippet files').setInputFiles(file);
  await expect(list).toContainText('Add tax');
  const exported = await shell.downloaded(
    () => dialog.getByRole('button', { name: 'Export Mark items' }).click(),
    '.rql',
  );
  expect(await readFile(exported, 'utf8')).toBe('from Items update { this.Saved = true; }');

  await list.getByRole('button', { name: /^Add tax/ }).click();
  await expect(dialog).toBeHidden();
  await expect(patch.visibleText()).toContainText('this.Tax = 0.2;');
  await shell.workspaceHolds('Mark items');
  await window.reload();
  await shell.ready();
  await patch.panel.getByRole('button', { name: 'Snippets' }).click();
  await expect(list).toContainText('Mark items');
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
  await write(shell, databaseName, ['items/1', 'items/2'], { A: 1 });
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

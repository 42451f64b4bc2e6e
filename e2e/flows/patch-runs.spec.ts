import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { countMatches, writeItems } from '../pages/patch-data.ts';

test('cancels a long patch and says what was done', async ({ shell, databaseName, environment }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const total = await countMatches(shell, databaseName, 'from @all_docs limit 0');
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
  const touched = await countMatches(shell, databaseName, 'from @all_docs where Touched = true limit 0');
  expect(touched).toBeLessThan(total);
});

test('follows an operation again after a reload', async ({ shell, databaseName, window }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const total = await countMatches(shell, databaseName, 'from @all_docs limit 0');
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
  await writeItems(shell, databaseName, ids.slice(0, 2), { Tags: ['a'] });
  await writeItems(shell, databaseName, ids.slice(2), { Tags: null });
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
  const employees = await countMatches(shell, databaseName, 'from Employees limit 0');
  const patch = await shell.openPatch();
  await patch.choose('Action', 'Delete');
  await patch.write('from Employees limit 2');
  await patch.test();
  await expect(patch.samples()).toContainText('2 documents would be deleted');
  await checkScreen(shell, environment, 'patch-delete-preview');
  await patch.run('Delete', 2);
  await patch.expectResult('Completed');
  expect(await countMatches(shell, databaseName, 'from Employees limit 0')).toBe(employees - 2);

  await patch.write('from Employees');
  const dialog = await patch.openRun('Delete', employees - 2);
  const confirm = dialog.getByRole('button', { name: /^Delete / });
  await expect(confirm).toBeDisabled();
  await checkScreen(shell, environment, 'patch-delete-confirm');
  await dialog.getByRole('textbox').fill('Employees');
  await patch.confirm(dialog, 'Delete');
  await patch.expectResult('Completed');
  expect(await countMatches(shell, databaseName, 'from Employees limit 0')).toBe(0);
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

import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('edits the metadata of a document in step with its text', async ({
  shell,
  databaseName,
  environment,
}) => {
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: false });
  await shell.writeBehindTheBack(databaseName, 'notes/1', { '@metadata': { '@collection': 'Notes' } });
  const documents = await shell.openDocuments();
  await documents.panel.getByRole('button', { name: 'New document' }).click();
  const draft = await shell.document('New document');
  await draft.ready();

  // A new document: its collection can be chosen, by the text or by the form.
  const collection = draft.metadata().getByLabel('Collection');
  await draft.replaceText('{ "Title": "Plan", "@metadata": { "@collection": "Notes" } }');
  await expect(collection).toHaveValue('Notes');
  await expect(draft.metadata()).not.toContainText('A new collection.');
  await collection.fill('Tasks');
  await expect(draft.visibleText()).toContainText('"@collection": "Tasks"');
  await expect(draft.metadata()).toContainText('A new collection.');
  await checkScreen(shell, environment, 'document-metadata-new');

  await draft.metadata().getByRole('button', { name: 'Add property…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('@id');
  await expect(dialog.getByRole('alert')).toHaveText('The server sets @id. Use another name.');
  await dialog.getByLabel('Name').fill('my-tag');
  await dialog.getByLabel('Value').fill('green');
  await checkScreen(shell, environment, 'document-metadata-dialog');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(draft.visibleText()).toContainText('"my-tag": "green"');

  // One step of undo in the text, which the form follows.
  await draft.visibleText().click();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(draft.visibleText()).not.toContainText('my-tag');
  await expect(draft.visibleText()).toContainText('Tasks');
  await expect(draft.property('my-tag')).toBeHidden();
  await page.keyboard.press('ControlOrMeta+Shift+z');
  await expect(draft.property('my-tag')).toContainText('"green"');
  await draft.panel.getByLabel('Id', { exact: true }).fill('tasks/1');
  await draft.panel.getByRole('button', { name: /^Save/ }).click();

  // Stored: another collection is refused, as the panel says; everything else can be edited.
  const task = await shell.document('tasks/1');
  await task.ready();
  await expect(task.metadata()).toContainText('Fixed since the first save');
  await task.property('my-tag').getByRole('button', { name: 'Edit my-tag…' }).click();
  await dialog.getByLabel('Name').fill('weight');
  await dialog.getByRole('combobox', { name: /^Type/ }).click();
  await page.getByRole('option', { name: 'Number' }).click();
  await dialog.getByLabel('Value').fill('heavy');
  await expect(dialog.getByRole('alert')).toContainText('Type a number');
  await dialog.getByLabel('Value').fill('12.5');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(task.visibleText()).toContainText('"weight": 12.5');
  await task
    .metadata()
    .getByText(/read-only properties of the server$/)
    .click();
  await expect(task.metadata()).toContainText('@change-vector');
  await task.save();
  await task.expectSaved();
  const savedText = () => shell.readBehindTheBack(databaseName, 'tasks/1');
  const saved = await savedText();
  expect(saved).toContain('"@collection":"Tasks"');
  expect(saved).toContain('"weight":12.5');
  expect(saved).not.toContain('my-tag');

  await task.replaceText('{ "Title": "Plan", "@metadata": { "@collection": "Notes", "weight": 13 } }');
  await expect(task.metadata()).toContainText('The text names the collection Notes.');
  await expect(task.property('weight')).toContainText('13');
  await checkScreen(shell, environment, 'document-metadata');
  await task.save();
  await expect(task.panel.getByText('Saving tasks/1 failed')).toBeVisible();
  expect(await savedText()).toBe(saved);
  await task.metadata().getByRole('button', { name: 'Restore Tasks' }).click();
  await expect(task.metadata()).not.toContainText('The text names');
  await task.property('weight').getByRole('button', { name: 'Remove weight' }).click();
  await expect(task.visibleText()).not.toContainText('weight');
  await task.save();
  await task.expectSaved();
  expect(await savedText()).not.toContain('weight');

  // The panel says the same of a text without a collection, and of a document that is in none.
  const put = (id: string, metadata: object) =>
    shell.requestBehindTheBack('PUT', `/databases/${databaseName}/docs?id=${id}`, { '@metadata': metadata });
  await shell.writeBehindTheBack(databaseName, 'plain', { A: 1 });
  for (const { status, body } of [await put('tasks/1', {}), await put('plain', { '@collection': 'Tasks' })]) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).toContain('DocumentCollectionMismatchException');
  }

  await task.replaceText('{ "Title": ');
  await expect(task.metadata()).toContainText('Metadata can be edited once the text is valid JSON.');
});

import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('enables, compares and restores revisions', async ({ shell, databaseName, environment }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await shell.writeBehindTheBack(databaseName, 'notes/1', {
    Text: 'first',
    Author: 'notes/ada',
    '@metadata': { '@collection': 'Notes' },
  });
  const documents = await shell.openDocuments();
  await documents.goTo('notes/1');
  const note = await shell.document('notes/1');
  await note.ready();
  await note.revisions().getByRole('button', { name: 'Enable revisions for Notes…' }).click();
  await shell.page
    .getByRole('dialog', { name: 'Enable revisions for Notes' })
    .getByRole('button', { name: 'Enable revisions' })
    .click();
  await expect(note.revisions()).toContainText('No revisions yet');

  for (const [index, text] of ['second', 'third'].entries()) {
    await note.replaceText(`{ "Text": "${text}", "@metadata": { "@collection": "Notes" } }`);
    await note.save();
    await note.expectSaved();
    // The first save also keeps the previous version.
    await expect(note.revisions().getByRole('listitem')).toHaveCount(index + 2);
  }
  await expect(note.revisions().getByRole('listitem').first()).toContainText('current');

  await note.revisions().getByRole('listitem').last().getByRole('button').click();
  const revision = shell.page.getByRole('dialog', { name: /^notes\/1 from / });
  await expect(revision).toContainText('Changed: Text, Author');
  await expect(revision).toContainText('first');
  // Newest first after the editor's text: the current version, then the second one.
  await revision.getByRole('combobox', { name: 'Compare with' }).click();
  await shell.page.getByRole('option').nth(2).click();
  await expect(revision).toContainText('second');
  await expect(revision).toContainText(/lines with \+ from revision from/);
  await expect(revision.locator('.line-insert, .char-insert').first()).toBeVisible();
  await checkScreen(shell, environment, 'revision-comparison');
  await revision.getByRole('tab', { name: 'Text' }).click();
  await expect(revision.locator('.monaco-editor .view-lines').first()).toContainText('first');
  await expect(revision.locator('.monaco-editor .detected-link').first()).toContainText('notes/ada');
  await revision.getByRole('button', { name: 'Restore this revision' }).click();
  await note.expectSaved();
  await expect(note.visibleText()).toContainText('first');
  expect(await shell.readBehindTheBack(databaseName, 'notes/1')).toContain('first');
  await expect(note.revisions().getByRole('listitem')).toHaveCount(4);

  await shell.page.getByRole('button', { name: 'Undo restore' }).click();
  await expect(note.visibleText()).toContainText('third');
  await note.save();
  await note.expectSaved();
  expect(await shell.readBehindTheBack(databaseName, 'notes/1')).toContain('third');
});

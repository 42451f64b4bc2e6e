import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import type { Shell } from '../pages/shell.ts';

const note = (text: string) => ({ Text: text, '@metadata': { '@collection': 'Notes' } });

async function openNote(shell: Shell, database: string) {
  await shell.createDatabase(database, { sampleData: false });
  await shell.writeBehindTheBack(database, 'notes/1', note('first'));
  const documents = await shell.openDocuments();
  await documents.goTo('notes/1');
  const opened = await shell.document('notes/1');
  await opened.ready();
  return opened;
}

async function deleteNote(shell: Shell, database: string) {
  const { status, body } = await shell.requestBehindTheBack(
    'DELETE',
    `/databases/${database}/docs?id=notes%2F1`,
  );
  expect(status, body).toBe(204);
}

test('recreates a document that another client deleted', async ({ shell, databaseName, environment }) => {
  const opened = await openNote(shell, databaseName);
  await opened.replaceText(JSON.stringify(note('mine')));
  await deleteNote(shell, databaseName);
  await expect(opened.panel.getByText(/^This document was deleted on the server/)).toBeVisible();
  await opened.save();
  await expect(opened.conflict()).toContainText('notes/1 was deleted while you edited it');
  await checkScreen(shell, environment, 'document-deleted');
  await opened.conflict().getByRole('button', { name: 'Keep mine and recreate' }).click();
  await opened.expectSaved();
  await expect(opened.conflict()).toBeHidden();
  expect(JSON.parse(await shell.readBehindTheBack(databaseName, 'notes/1'))).toMatchObject({
    Results: [{ Text: 'mine', '@metadata': { '@collection': 'Notes' } }],
  });
});

test('names the new id of a document that another client renamed', async ({
  shell,
  databaseName,
  environment,
}) => {
  const opened = await openNote(shell, databaseName);
  // As clients rename: the content under another id, then the deletion of the old one.
  await shell.writeBehindTheBack(databaseName, 'notes/other', note('another'));
  await shell.writeBehindTheBack(databaseName, 'notes/renamed', note('first'));
  await deleteNote(shell, databaseName);
  await expect(
    opened.panel.getByText('notes/1 was deleted. notes/renamed has the same content.'),
  ).toBeVisible();
  await checkScreen(shell, environment, 'document-renamed');
  await opened.panel.getByRole('button', { name: 'Open notes/renamed' }).click();
  const renamed = await shell.document('notes/renamed');
  await renamed.ready();
  await expect(renamed.visibleText()).toContainText('first');
});

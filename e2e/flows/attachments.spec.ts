import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';

const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 31) % 256));

test('attaches, downloads, renames and deletes a file, and keeps unsaved text', async ({
  shell,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await shell.writeBehindTheBack(databaseName, 'notes/1', {
    Text: 'first',
    '@metadata': { '@collection': 'Notes' },
  });
  const documents = await shell.openDocuments();
  await documents.goTo('notes/1');
  const note = await shell.document('notes/1');
  await note.ready();
  await expect(note.attachments()).toContainText('Files stored, copied and deleted with the document');
  await note.replaceText('{ "Text": "typed before", "@metadata": { "@collection": "Notes" } }');

  await note.attach({ name: 'größe 1.json', mimeType: 'application/octet-stream', buffer: bytes });
  await expect(note.attachments().getByRole('listitem')).toContainText('größe 1.json');
  await expect(note.attachments().getByRole('listitem')).toContainText('4.88 KB');
  const path = await shell.downloaded(() =>
    note.attachments().getByRole('button', { name: 'Download größe 1.json' }).click(),
  );
  expect((await readFile(path)).equals(bytes)).toBe(true);

  // Attaching the same name again needs confirmation, and nothing is replaced without it.
  await note.attach({ name: 'größe 1.json', mimeType: 'text/plain', buffer: Buffer.from('other') });
  const question = shell.page.getByRole('dialog', { name: 'Replace größe 1.json?' });
  await question.getByRole('button', { name: 'Keep existing file' }).click();
  await expect(note.attachments()).toContainText('4.88 KB');

  await note.withAttachment('größe 1.json', 'Rename…');
  const rename = shell.page.getByRole('dialog', { name: 'Rename größe 1.json' });
  await rename.getByRole('textbox', { name: 'Name' }).fill('size.bin');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(note.attachments().getByRole('listitem')).toContainText('size.bin');

  await note.withAttachment('size.bin', 'Delete…');
  await shell.page
    .getByRole('dialog', { name: 'Delete size.bin?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(note.attachments()).toContainText('Files stored, copied and deleted with the document');

  // Each change created a new version of the document; none counts as an external change.
  await expect(note.visibleText()).toContainText('typed before');
  await note.save();
  await note.expectSaved();
  await expect(note.conflict()).toBeHidden();
});

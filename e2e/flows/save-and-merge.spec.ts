import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

const metadata = { '@collection': 'Notes' };

test('compares before saving, and merges a conflict by property while the document changes again', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await shell.writeBehindTheBack(databaseName, 'notes/1', {
    Title: 'Plan',
    Rank: 1,
    Place: { City: 'Ulm', Zip: '89073' },
    '@metadata': metadata,
  });
  const documents = await shell.openDocuments();
  await documents.goTo('notes/1');
  const note = await shell.document('notes/1');
  await note.ready();
  await note.replaceText(
    JSON.stringify({ Title: 'Plan', Rank: 2, Place: { City: 'Bonn', Zip: '89073' }, '@metadata': metadata }),
  );

  await shell.page.keyboard.press('ControlOrMeta+s');
  await expect(note.changes()).toContainText('Changed: Rank, Place');
  await expect(note.changes().locator('.view-line').first()).toBeVisible();
  await checkScreen(shell, environment, 'save-changes');
  await shell.writeBehindTheBack(databaseName, 'notes/1', {
    Title: 'Their plan',
    Rank: 3,
    Place: { City: 'Ulm', Zip: '89075' },
    '@metadata': metadata,
  });
  await note.confirmChanges();

  await note.conflict().getByRole('button', { name: 'Merge…' }).click();
  const merge = note.merge();
  await expect(merge.locator('.view-line').first()).toBeVisible();
  await expect(merge.getByText('1 property to decide')).toBeVisible();
  await checkScreen(shell, environment, 'merge');
  await merge.getByRole('button', { name: 'Take theirs for Rank' }).click();
  await expect(merge.getByText('all decided')).toBeVisible();

  // A second conflict while merging: that version is compared with the merged one, and nothing is overwritten.
  await shell.writeBehindTheBack(databaseName, 'notes/1', {
    Title: 'Their plan',
    Rank: 4,
    Place: { City: 'Ulm', Zip: '89075' },
    '@metadata': metadata,
  });
  await expect(merge.getByText('The document was changed again on the server.')).toBeVisible();
  await merge.getByRole('button', { name: 'Save result' }).click();
  await expect(note.conflict()).toContainText('The other version changes Rank. Your version changes Place.');
  await note.conflict().getByRole('button', { name: 'Merge both and save' }).click();
  await note.expectSaved();
  expect(JSON.parse(await shell.readBehindTheBack(databaseName, 'notes/1'))).toMatchObject({
    Results: [{ Title: 'Their plan', Rank: 4, Place: { City: 'Bonn', Zip: '89075' } }],
  });

  // Without the comparison a save writes at once.
  await note.replaceText('{ "Title": "Short", "@metadata": { "@collection": "Notes" } }');
  await note.panel.getByRole('button', { name: 'Changes' }).click();
  await note.changes().getByRole('checkbox').uncheck();
  await note.changes().getByRole('button', { name: 'Close' }).last().click();
  await note.panel.getByRole('button', { name: /^Save/ }).click();
  await note.expectSaved();
  await shell.workspaceHolds('saveWithoutComparison');
});

test('a comparison that is closed while it is computed reports no error', async ({
  shell,
  databaseName,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await shell.writeBehindTheBack(databaseName, 'notes/1', { Title: 'Plan', '@metadata': metadata });
  // The first comparison waits for the editor's worker, which is requested when the first editor opens.
  let closed: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (closed = resolve));
  await window.route('**/editor.worker-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const documents = await shell.openDocuments();
  await documents.goTo('notes/1');
  const note = await shell.document('notes/1');
  await note.ready();
  await note.replaceText('{ "Title": "Changed", "@metadata": { "@collection": "Notes" } }');
  await note.panel.getByRole('button', { name: 'Changes' }).click();
  await expect(note.changes().locator('.view-line').first()).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(note.changes()).toBeHidden();
  closed();
  // The worker answers in order: a second comparison is shown after the first was answered. The fixture checks the console.
  await note.panel.getByRole('button', { name: 'Changes' }).click();
  await expect(note.changes().locator('.char-insert, .line-insert').first()).toBeVisible();
});

import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('sets, explains and clears the dates of a document in step with its text', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await shell.writeBehindTheBack(databaseName, 'notes/1', {
    Title: 'Plan',
    '@metadata': { '@collection': 'Notes' },
  });
  // 36 hours is the shortest frequency that RavenDB accepts without a licence.
  const { status, body } = await shell.requestBehindTheBack(
    'POST',
    `/databases/${databaseName}/admin/refresh/config`,
    { Disabled: false, RefreshFrequencyInSec: 129_600 },
  );
  expect(status, body).toBe(200);
  const documents = await shell.openDocuments();
  await documents.goTo('notes/1');
  const note = await shell.document('notes/1');
  await note.ready();

  const expires = note.date('Expires');
  await expires.getByRole('button', { name: 'Presets for Expires' }).click();
  await shell.page.getByRole('menuitem', { name: 'In 30 days' }).click();
  await expect(note.visibleText()).toContainText('@expires');
  await expect(expires).toContainText('In 30 days.');
  await expect(expires).toContainText('Document expiration was never switched on in this database');

  const refresh = note.date('Refresh');
  await refresh.getByLabel('Local time').fill('2001-01-01T10:00Z');
  await refresh.getByLabel('Local time').press('Enter');
  await expect(refresh).toContainText('2001-01-01T10:00:00Z');
  await expect(refresh).toContainText('refreshed at the next run (the server checks every 36 hours');
  await checkScreen(shell, environment, 'document-dates');
  await note.save();
  await note.expectSaved();
  const stored = await shell.readBehindTheBack(databaseName, 'notes/1');
  expect(stored).toMatch(/"@expires":"\d{4}-\d\d-\d\dT[\d:.]+Z"/);
  expect(stored).toContain('"@refresh":"2001-01-01T10:00:00.0000000Z"');

  await expires.getByRole('button', { name: 'Clear Expires' }).click();
  await expect(note.visibleText()).not.toContainText('@expires');
  await expires.getByLabel('Local time').fill('soon');
  await note.panel.getByRole('button', { name: /^Save/ }).click();
  await expect(note.panel.getByText('Expires: "soon" is not a date.')).toBeVisible();
});

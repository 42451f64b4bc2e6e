import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('changes and turns off revisions, and restores a deleted document from the bin', async ({
  shell,
  databaseName,
  environment,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const config = await shell.requestBehindTheBack(
    'POST',
    `/databases/${databaseName}/admin/revisions/config`,
    {
      Default: null,
      Collections: { Notes: { Disabled: false, MinimumRevisionsToKeep: 2 } },
    },
  );
  expect(config.status, config.body).toBe(200);
  for (const Text of ['first', 'second'])
    await shell.writeBehindTheBack(databaseName, 'notes/1', {
      Text,
      '@metadata': { '@collection': 'Notes' },
    });
  await shell.requestBehindTheBack('DELETE', `/databases/${databaseName}/docs?id=notes%2F1`);

  const documents = await shell.openDocuments();
  await documents.panel.getByRole('button', { name: 'Revisions bin' }).click();
  const bin = window.getByRole('region', { name: 'Documents in the revisions bin' });
  await expect(bin.getByRole('link', { name: 'notes/1' })).toBeVisible();
  await checkScreen(shell, environment, 'revisions-bin');
  await bin.getByRole('link', { name: 'notes/1' }).click();
  const dialog = window.getByRole('dialog', { name: 'notes/1' });
  await expect(dialog.locator('.monaco-editor .view-lines')).toContainText('second');
  await dialog.getByRole('button', { name: 'Restore document' }).click();
  await expect(bin.getByText('The revisions bin is empty')).toBeVisible();
  expect(await shell.readBehindTheBack(databaseName, 'notes/1')).toContain('second');

  await bin.getByRole('button', { name: 'Configure revisions' }).last().click();
  const revisions = window.getByRole('region', { name: 'Document revisions' });
  await revisions.getByRole('button', { name: 'Edit Notes' }).click();
  await revisions.getByLabel('Revisions to keep per document').fill('1');
  await revisions.getByLabel('Minimum age to keep').fill('30');
  await revisions.getByLabel('Revisions to delete per save').fill('4');
  await expect(
    revisions.getByText(
      'Notes: keeps 1 per document, and all of the last 30 days; deletes at most 4 per save.',
    ),
  ).toBeVisible();
  await expect(revisions.getByText(/deletes its revisions beyond the lower limits/)).toBeVisible();
  await checkScreen(shell, environment, 'settings-revisions');
  await revisions.getByRole('button', { name: 'Save' }).click();
  await expect(revisions.getByRole('button', { name: 'Save' })).toBeDisabled();
  const read = async (): Promise<unknown> =>
    JSON.parse((await shell.requestBehindTheBack('GET', `/databases/${databaseName}/revisions/config`)).body);
  expect(await read()).toMatchObject({
    Collections: {
      Notes: {
        MinimumRevisionsToKeep: 1,
        MinimumRevisionAgeToKeep: '30.00:00:00',
        MaximumRevisionsToDeleteUponDocumentUpdate: 4,
      },
    },
  });

  await revisions.getByRole('button', { name: 'Remove Notes' }).click();
  await revisions.getByRole('button', { name: 'Save' }).click();
  await expect(revisions.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect.poll(async () => JSON.stringify(await read())).not.toContain('Notes');

  const conflicts = window.getByRole('region', { name: 'Revisions of conflicts' });
  await expect(conflicts.getByLabel('Revisions to keep per document')).toHaveValue('1024');
  await conflicts.getByLabel('Revisions to keep per document').fill('7');
  await conflicts.getByRole('button', { name: 'Save' }).scrollIntoViewIfNeeded();
  await checkScreen(shell, environment, 'settings-conflict-revisions');
  await conflicts.getByRole('button', { name: 'Save' }).click();
  await expect(conflicts.getByRole('button', { name: 'Save' })).toBeDisabled();
  const stored = await shell.requestBehindTheBack(
    'GET',
    `/databases/${databaseName}/revisions/conflicts/config`,
  );
  expect(JSON.parse(stored.body)).toMatchObject({
    MinimumRevisionsToKeep: 7,
    MaximumRevisionsToDeleteUponDocumentUpdate: 10_240,
  });

  await shell.restrictTo('read-only');
  await expect(revisions.getByLabel('Add collection by name')).toBeDisabled();
  await revisions.getByRole('button', { name: 'Open revisions bin' }).click();
  await expect(bin.getByRole('button', { name: 'Restore', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

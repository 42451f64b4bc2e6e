import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('explains and writes expiration and refresh, with what the licence of the server refuses', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  for (const year of ['2001', '2999'])
    await shell.writeBehindTheBack(databaseName, `notes/${year}`, {
      '@metadata': { '@collection': 'Notes', '@expires': `${year}-01-01T00:00:00.0000000Z` },
    });
  const settings = await shell.openSettings();
  const expiration = settings.getByRole('region', { name: 'Document expiration' });
  await expiration.getByRole('button', { name: 'Count due documents' }).click();
  await expect(expiration.getByText(/^1 document is past its expiry date/)).toBeVisible();

  await expiration.getByRole('checkbox', { name: 'Delete documents past their date' }).click();
  await expect(expiration.getByText(/^Documents past their expiry date are deleted/)).toBeVisible();
  if (environment === 'served-ravendb') {
    await expiration.getByRole('button', { name: 'Save' }).click();
    await expect(expiration.getByRole('alert')).toContainText('below 36 hours');
    await expect(expiration.getByText(/Choose a longer interval/)).toBeVisible();
  }
  await expiration.getByLabel('Unit').click();
  await shell.page.getByRole('option', { name: 'hours' }).click();
  await expiration.getByLabel('Check every').fill('36');
  await expiration.getByLabel('Check every').scrollIntoViewIfNeeded();
  await checkScreen(shell, environment, 'settings-expiration');
  await expiration.getByRole('button', { name: 'Save' }).click();
  await expect(expiration.getByText('on, every 36 hours')).toBeVisible();
  const stored = await shell.requestBehindTheBack('GET', `/databases/${databaseName}/expiration/config`);
  expect(JSON.parse(stored.body)).toMatchObject({ Disabled: false, DeleteFrequencyInSec: 129_600 });

  const identities = settings.getByRole('region', { name: 'Identities' });
  await identities.getByRole('button', { name: 'New identity…' }).click();
  const dialog = shell.page.getByRole('dialog', { name: 'New identity' });
  await dialog.getByLabel('Name').fill('invoices');
  await dialog.getByLabel('Next value').fill('100');
  await dialog.getByRole('button', { name: 'Create identity' }).click();
  await expect(identities.getByRole('row', { name: /^invoices\|/ })).toContainText('100');
  const next = await shell.requestBehindTheBack(
    'POST',
    `/databases/${databaseName}/identity/next?name=invoices`,
  );
  expect(JSON.parse(next.body)).toEqual({ NewIdentityValue: 100 });

  const state = settings.getByRole('region', { name: 'Database state' });
  await state.getByRole('button', { name: 'Show database record…' }).click();
  const record = shell.page.getByRole('dialog', { name: `Database record of ${databaseName}` });
  await expect(record.locator('.monaco-editor .view-lines')).toContainText(databaseName);
  await checkScreen(shell, environment, 'settings-record');
  await shell.page.keyboard.press('Escape');
  await state.getByRole('button', { name: 'Disable database…' }).click();
  await shell.page
    .getByRole('dialog', { name: `Disable ${databaseName}?` })
    .getByRole('button', { name: 'Disable database' })
    .click();
  await expect(settings.getByText(/is disabled, so its settings cannot be read/)).toBeVisible();
  await checkScreen(shell, environment, 'settings-disabled');
  // The other screens of the database send no requests meanwhile.
  const documents = await shell.openDisabled('Documents');
  await expect(documents.getByText(`${databaseName} is disabled`)).toBeVisible();
  await checkScreen(shell, environment, 'disabled-database');
  await documents.getByRole('button', { name: 'Open settings' }).click();
  await state.getByRole('button', { name: 'Enable database' }).click();
  await expect(expiration.getByText('on, every 36 hours')).toBeVisible();
  await checkScreen(shell, environment, 'settings-state');
});

test('sets dates of a collection with a preview count, and opens their settings', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  for (const id of ['notes/1', 'notes/2'])
    await shell.writeBehindTheBack(databaseName, id, { '@metadata': { '@collection': 'Notes' } });
  const patch = await shell.openPatch();
  await patch.panel.getByRole('button', { name: 'Set dates…' }).click();
  const dialog = shell.page.getByRole('dialog', { name: 'Set dates of documents' });
  await dialog.getByLabel('Query that finds the documents').fill('from Notes');
  await dialog.getByRole('button', { name: 'Count documents' }).click();
  await expect(dialog.getByText('2 documents', { exact: true })).toBeVisible();
  await dialog
    .getByRole('group', { name: /^Refresh/ })
    .getByRole('radio', { name: 'Set' })
    .click();
  await dialog.getByLabel('Refresh: local time').fill('2999-01-01T10:00Z');
  await expect(dialog.getByText(/^Document refresh is off in this database/)).toBeVisible();
  await checkScreen(shell, environment, 'patch-dates');
  await dialog.getByRole('button', { name: 'Write script' }).click();
  await expect(patch.visibleText()).toContainText('@refresh');
  await patch.run('Patch', 2);
  await patch.expectResult('2 patched');
  expect(await shell.readBehindTheBack(databaseName, 'notes/1')).toContain(
    '"@refresh":"2999-01-01T10:00:00.0000000Z"',
  );

  const documents = await shell.openDocuments();
  await documents.collection('Notes').click();
  const row = documents.grid().locator('[data-row="0"]');
  await expect(row).toContainText('notes/');
  await row.getByRole('gridcell').last().click({ button: 'right' });
  await shell.page.getByRole('menuitem', { name: 'Set dates…' }).click();
  await expect(dialog.getByText('Applies to 1 document of the list.')).toBeVisible();
});

test('estimates compression, shows conflict resolution, enforces revisions and empties a collection', async ({
  shell,
  databaseName,
  environment,
}) => {
  const onServer = environment === 'served-ravendb';
  await shell.createDatabase(databaseName, { sampleData: true });
  const post = (path: string, json: object) => shell.requestBehindTheBack('POST', path, json);
  if (onServer) {
    await post(`/admin/replication/conflicts/solver?name=${databaseName}`, {
      ResolveToLatest: false,
      ResolveByCollection: { Orders: { Script: 'return docs[0];' } },
    });
  }
  const configuration = `/databases/${databaseName}/admin/revisions/config`;
  await post(configuration, { Collections: { Notes: { Disabled: false } } });
  for (const text of ['first', 'second', 'third'])
    await shell.writeBehindTheBack(databaseName, 'notes/1', {
      Text: text,
      '@metadata': { '@collection': 'Notes' },
    });
  await post(configuration, { Collections: { Notes: { Disabled: false, MinimumRevisionsToKeep: 1 } } });
  const settings = await shell.openSettings();
  const compression = settings.getByRole('region', { name: 'Documents compression' });
  await compression.getByRole('button', { name: 'Estimate savings' }).click();
  const row = compression.getByRole('row', { name: /^Orders/ });
  await expect(row).toContainText('640');
  await expect(row).toContainText(/\d+ % ?[\d.]+ µs/);
  await row.scrollIntoViewIfNeeded();
  await checkScreen(shell, environment, 'settings-estimate');

  const conflicts = settings.getByRole('region', { name: 'Conflict resolution' });
  await conflicts.scrollIntoViewIfNeeded();
  if (onServer) await expect(conflicts.getByText('return docs[0];')).toBeVisible();
  else await expect(conflicts.getByText(/no conflict can occur/)).toBeVisible();

  const revisions = settings.getByRole('region', { name: 'Document revisions' });
  if (onServer) await checkScreen(shell, environment, 'settings-conflicts');
  await revisions.getByRole('button', { name: 'Enforce configuration…' }).click();
  const enforce = shell.page.getByRole('dialog', { name: 'Enforce the revisions configuration?' });
  await expect(
    enforce.getByText('Notes: revisions beyond its limits are deleted (3 revisions now).'),
  ).toBeVisible();
  await checkScreen(shell, environment, 'settings-enforce');
  await enforce.getByRole('button', { name: 'Enforce configuration' }).click();
  await expect(shell.page.getByText(/2 revisions deleted/).first()).toBeVisible();

  const documents = await shell.openDocuments();
  await documents.collection('Companies').click();
  await documents.panel.getByRole('button', { name: 'Collection actions' }).click();
  await shell.page.getByRole('menuitem', { name: 'Empty collection…' }).click();
  const empty = shell.page.getByRole('dialog', { name: /^Delete all \d+ documents of Companies\?$/ });
  await empty.getByRole('textbox').fill('Companies');
  await checkScreen(shell, environment, 'documents-empty-collection');
  await empty.getByRole('button', { name: /^Delete \d+ documents$/ }).click();
  await expect(shell.page.getByText(/^Deleted \d+ documents of Companies\.$/).first()).toBeVisible();
  await expect(documents.panel.getByText('No documents in this collection')).toBeVisible();
});

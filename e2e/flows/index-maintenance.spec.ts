import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { IndexEditorPage } from '../pages/index-editor-page.ts';

test('shows the storage of an index, edits its vector options and deletes it from its editor', async ({
  shell,
  databaseName,
  environment,
}) => {
  const isRavenDb = environment === 'served-ravendb';
  await shell.createDatabase(databaseName, { sampleData: true });
  const name = 'Categories/Similar';
  const { body } = await shell.requestBehindTheBack('GET', '/build/version');
  // RavenDB before 7 drops the options; the sandbox keeps them and has no vectors.
  const dropsVectors = isRavenDb && /"ProductVersion":\s*"[1-6]\./.test(body);
  const value = isRavenDb && !dropsVectors ? 'createVector([c.Name.length, 1])' : 'c.Name.length';
  const created = await shell.requestBehindTheBack('PUT', `/databases/${databaseName}/admin/indexes`, {
    Indexes: [
      {
        Name: name,
        Maps: [`map('Categories', c => ({ Near: ${value} }))`],
        Fields: {
          Near: {
            ...(dropsVectors ? { Storage: 'Yes' } : {}),
            Vector: { SourceEmbeddingType: 'Single', DestinationEmbeddingType: 'Single' },
          },
        },
      },
    ],
  });
  expect(created.status, created.body).toBe(201);

  const indexes = await shell.openIndexes();
  await expect(indexes.row(name)).toContainText('Up to date', { timeout: 60_000 });
  await indexes.current(name);
  const storage = indexes.panel.getByRole('region', { name: 'Storage' });
  await expect(storage).toContainText(/Entries\s*8/);
  if (isRavenDb) {
    await expect(storage).toContainText('Size on disk');
    await expect(storage.getByRole('table', { name: 'Largest parts of the data file' })).toBeVisible();
  } else {
    await expect(storage).toContainText('This server does not report what fills the files of an index');
  }
  await shell.writeBehindTheBack(databaseName, 'categories/storage', {
    Name: 'Storage',
    '@metadata': { '@collection': 'Categories' },
  });
  await expect(storage).toContainText(/9\s*\+\d+ since/);
  await storage.scrollIntoViewIfNeeded();
  await checkScreen(shell, environment, 'indexes-storage');

  await indexes.panel.getByRole('button', { name: 'Edit', exact: true }).click();
  const editor = new IndexEditorPage(shell.page, shell.panel());
  await editor.tab('Fields').click();
  const field = editor.panel.getByRole('group', { name: 'Near' });
  const vector = field.getByRole('checkbox', { name: /^Vector/ });
  const stored = () =>
    shell.requestBehindTheBack('GET', `/databases/${databaseName}/indexes?name=${encodeURIComponent(name)}`);
  if (dropsVectors) {
    await expect(vector).not.toBeChecked();
    await expect(vector).toBeDisabled();
    await expect(field).toContainText('drops vector options');
    await checkScreen(shell, environment, 'index-editor-vector');
  } else {
    await expect(vector).toBeChecked();
    if (!isRavenDb) await expect(field).toContainText('The sandbox keeps these options');
    await field.getByLabel('Destination type').click();
    await shell.page.getByRole('option', { name: /^Int8/ }).click();
    await field.getByLabel('Edges').fill('24');
    await checkScreen(shell, environment, 'index-editor-vector');
    await editor.save();
    await editor.expectSaved();
    // The previous version answers until the new one is built, which takes a loaded server many seconds.
    await expect
      .poll(async () => (await stored()).body, { timeout: 60_000 })
      .toMatch(/"DestinationEmbeddingType":\s*"Int8"/);
    expect((await stored()).body).toMatch(/"NumberOfEdges":\s*"?24/);
  }

  await editor.panel.getByRole('button', { name: 'Delete index…' }).click();
  const dialog = shell.page.getByRole('dialog', { name: `Delete: ${name}?` });
  await expect(dialog).toContainText('The definition and all entries are deleted.');
  await checkScreen(shell, environment, 'index-editor-delete');
  await shell.page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await editor.panel.getByRole('button', { name: 'Delete index…' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(shell.page.getByRole('tab', { name })).toHaveCount(0);
  expect((await stored()).status).toBe(404);
});

test('reports the error of a query of 1 MB at its line and keeps the text', async ({
  shell,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  const values = Array.from({ length: 100_000 }, (_, place) => `'${String(place).padStart(7, '0')}'`);
  await query.paste(`from Orders\nwhere Company in (${values.join(',')})\n)`);
  await query.panel.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(shell.panel().getByRole('button', { name: /^Go to line 3, column/ })).toBeVisible();
  await expect(shell.panel().getByRole('alert')).not.toContainText('0099999');
});

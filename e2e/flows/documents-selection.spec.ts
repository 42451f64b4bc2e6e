import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { ExportDialogPage } from '../pages/export-dialog-page.ts';

test('selects rows by range and all of them, as one tab stop', async ({
  shell,
  databaseName,
  environment,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const documents = await shell.openDocuments();
  await documents.collection('Orders').click();
  const grid = documents.grid();
  const row = (index: number): Locator => grid.locator(`[data-row="${index}"]`);
  const total = await countOf(documents.collection('Orders'));
  const selected = documents.panel.getByText(/ selected$/).first();

  await row(1).getByRole('gridcell').last().click();
  await row(4)
    .getByRole('gridcell')
    .last()
    .click({ modifiers: ['Shift'] });
  await expect(selected).toHaveText('4 selected');
  await window.keyboard.press('Shift+ArrowDown');
  await expect(selected).toHaveText('5 selected');
  await window.keyboard.press('Shift+ArrowUp');
  await window.keyboard.press('Shift+ArrowUp');
  await expect(selected).toHaveText('3 selected');
  await row(8)
    .getByRole('gridcell')
    .last()
    .click({ modifiers: ['ControlOrMeta'] });
  await expect(selected).toHaveText('4 selected');

  // More rows than the grid has loaded.
  await window.keyboard.press('ControlOrMeta+a');
  await expect(selected).toHaveText(`${total.toLocaleString('en')} selected`);
  expect(await selectedText(window)).toBe('');
  await checkScreen(shell, environment, 'documents-selected');
  await window.keyboard.press('Escape');
  await expect(selected).toHaveCount(0);
  await grid.getByRole('checkbox', { name: 'Select all rows' }).click();
  await expect(selected).toHaveText(`${total.toLocaleString('en')} selected`);

  // Exactly what a query finds, whether its rows are loaded or not.
  await documents.panel.getByRole('button', { name: 'Collection actions' }).click();
  await window.getByRole('menuitem', { name: 'Select by query…' }).click();
  const dialog = window.getByRole('dialog', { name: 'Select documents by query' });
  const text = dialog.getByRole('textbox', { name: 'Query' });
  await text.fill("from Orders where id() = 'no such order'");
  await dialog.getByRole('button', { name: 'Select matches' }).click();
  await expect(dialog.getByText('No documents match.')).toBeVisible();
  await text.fill("from Orders where startsWith(id(), 'orders/1')");
  await checkScreen(shell, environment, 'documents-select-by-query');
  await text.press('ControlOrMeta+Enter');
  await expect(dialog).toBeHidden();
  const matches = documents.panel.getByText(/ documents selected by query\./);
  const found = Number(/^[\d,]+/.exec((await matches.textContent()) ?? '')?.[0].replaceAll(',', ''));
  expect(found).toBeGreaterThan(10);
  expect(found).toBeLessThan(total);
  await expect(selected).toHaveText(`${found.toLocaleString('en')} selected`);
  await checkScreen(shell, environment, 'documents-selected-by-query');
  await documents.panel.getByRole('button', { name: 'More actions of the selection' }).click();
  await window.getByRole('menuitem', { name: 'Clone…' }).click();
  const clone = window.getByRole('dialog', { name: `Clone ${found} documents?` });
  await checkScreen(shell, environment, 'documents-clone');
  await clone.getByRole('button', { name: `Clone ${found} documents` }).click();
  await expect(window.getByText(`Cloned ${found} documents.`)).toBeVisible();
  await documents.expectCollection('Orders', total + found);
  await documents.panel.getByRole('button', { name: 'Clear selection' }).click();

  await grid.focus();
  await window.keyboard.press('Tab');
  expect(await grid.evaluate((element) => element.contains(document.activeElement))).toBe(false);
});

test('restores several deleted documents with Undo, and opens a document with one click on its id', async ({
  shell,
  databaseName,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const documents = await shell.openDocuments();
  await documents.collection('Companies').click();
  const total = await countOf(documents.collection('Companies'));
  const grid = documents.grid();
  await grid.locator('[data-row="0"]').getByRole('gridcell').last().click();
  const id = (await grid.locator('[data-row="0"] [data-document]').first().textContent()) ?? '';
  const before = await shell.readBehindTheBack(databaseName, id);
  await grid
    .locator('[data-row="2"]')
    .getByRole('gridcell')
    .last()
    .click({ modifiers: ['Shift'] });
  await window.keyboard.press('Delete');
  const dialog = window.getByRole('dialog', { name: 'Delete 3 documents?' });
  await expect(dialog).toContainText('Undo restores their texts');
  await dialog.getByRole('button', { name: 'Delete 3 documents' }).click();
  await documents.expectCollection('Companies', total - 3);

  await window.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click();
  await expect(window.getByText('Restored 3 documents.')).toBeVisible();
  await documents.expectCollection('Companies', total);
  expect(propertiesOf(await shell.readBehindTheBack(databaseName, id))).toEqual(propertiesOf(before));

  await grid.locator(`[data-document="${id}"]`).first().click();
  await shell.document(id);
});

test('exports and deletes more rows than a query selects by id', async ({
  shell,
  databaseName,
  environment,
  electronApp,
  dataFolder,
  window,
}) => {
  const TOTAL = 11_000;
  await shell.createDatabase(databaseName, { sampleData: false });
  const put = (n: number) => ({
    Type: 'PUT',
    Id: `items/${n}`,
    ChangeVector: null,
    Document: { n, '@metadata': { '@collection': 'Items' } },
  });
  const { status, body } = await shell.requestBehindTheBack('POST', `/databases/${databaseName}/bulk_docs`, {
    Commands: Array.from({ length: TOTAL }, (_, n) => put(n)),
  });
  expect(status, body).toBe(201);
  const dialog = new ExportDialogPage(window, { electronApp, folder: join(dataFolder, 'exports') });
  await dialog.prepare();
  const documents = await shell.openDocuments();
  await documents.collection('Items').click();
  await documents.expectCollection('Items', TOTAL);
  const grid = documents.grid();
  const selected = documents.panel.getByText(/ selected$/).first();

  // All rows: the query of the table.
  await grid.locator('[data-row="0"]').getByRole('gridcell').last().click();
  await window.keyboard.press('ControlOrMeta+a');
  await expect(selected).toHaveText('11,000 selected');
  await expect(documents.panel.getByText(/^11,000 documents match\./)).toBeVisible();
  await checkScreen(shell, environment, 'documents-selected-whole');
  await window.keyboard.press('Delete');
  const removeMatches = window.getByRole('dialog', { name: 'Delete 11,000 documents?' });
  await expect(removeMatches).toContainText('There is no undo.');
  await checkScreen(shell, environment, 'documents-delete-matches');
  await removeMatches.getByRole('button', { name: 'Cancel' }).click();

  // A range of rows: their ids, also of those that were never loaded.
  await window.keyboard.press('Escape');
  await grid.locator('[data-row="0"]').getByRole('gridcell').last().click();
  await window.keyboard.press('ControlOrMeta+Shift+ArrowDown');
  await expect(selected).toHaveText('11,000 selected');
  await expect(documents.panel.getByText(/^11,000 documents match\./)).toHaveCount(0);
  await expect(documents.panel.getByRole('button', { name: 'Patch 11,000…' })).toBeDisabled();
  await documents.panel.getByRole('button', { name: 'Export' }).click();
  await window.getByRole('menuitem', { name: 'Selected rows…' }).click();
  await dialog.choose('Format', /^NDJSON/);
  const lines = (await readFile(await dialog.export(), 'utf8')).trimEnd().split('\n');
  expect(new Set(lines).size).toBe(TOTAL);
  await checkScreen(shell, environment, 'documents-export-selected');
  await dialog.close();

  await grid.focus();
  await window.keyboard.press('Delete');
  const remove = window.getByRole('dialog', { name: 'Delete 11,000 documents?' });
  await remove.getByRole('textbox').fill(String(TOTAL));
  await checkScreen(shell, environment, 'documents-delete-many');
  await remove.getByRole('button', { name: 'Delete 11,000 documents' }).click();
  await expect(window.getByText('Deleted 11,000 documents.')).toBeVisible();
});

async function countOf(collection: Locator): Promise<number> {
  const text = await collection.textContent();
  return Number(/[\d,]+$/.exec(text ?? '')?.[0].replaceAll(',', ''));
}

function selectedText(window: Page): Promise<string> {
  return window.evaluate(() => String(getSelection()));
}

/** Without what the server sets on a write. */
function propertiesOf(body: string): unknown {
  return JSON.parse(body, (key, value: unknown) =>
    key.startsWith('@') && key !== '@metadata' ? undefined : value,
  );
}

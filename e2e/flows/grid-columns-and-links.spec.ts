import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('sorts, hides and shows columns of a result, and offers a context menu for a row', async ({
  shell,
  databaseName,
  environment,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  for (const number of [1, 2, 3])
    await shell.writeBehindTheBack(databaseName, `companies/${number}-A`, {
      ExternalId: `C${number}`,
      Phone: `555-${number}`,
      '@metadata': { '@collection': 'Companies' },
    });
  const query = await shell.openQuery();
  await query.run('from Companies');
  const grid = query.panel.getByRole('grid');
  const ids = grid.locator('[data-document]');
  await grid.getByRole('button', { name: 'Id', exact: true }).click();
  await expect(ids.first()).toHaveText('companies/1-A');
  await expect(ids.nth(1)).toHaveText('companies/2-A');
  await grid.getByRole('button', { name: 'Id', exact: true }).click();
  await expect(grid.getByRole('columnheader', { name: 'Id', exact: true })).toHaveAttribute(
    'aria-sort',
    'descending',
  );

  await query.panel.getByRole('button', { name: 'Choose columns' }).click();
  await window.getByRole('menuitem', { name: '✓ Phone' }).click();
  await expect(grid.getByRole('columnheader', { name: 'Phone', exact: true })).toHaveCount(0);
  await window.getByRole('menuitem', { name: 'Show all columns' }).click();
  await expect(grid.getByRole('columnheader', { name: 'Phone', exact: true })).toHaveCount(1);

  const id = (await ids.first().textContent()) ?? '';
  await ids.first().click({ button: 'right' });
  await expect(window.getByRole('menuitem', { name: 'Copy row as JSON' })).toBeVisible();
  await checkScreen(shell, environment, 'grid-context-menu');
  await window.getByRole('menuitem', { name: 'Open', exact: true }).click();
  await shell.document(id);
});

test('opens ids in the cells of documents and results as links, with a preview on hover', async ({
  shell,
  databaseName,
  environment,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await shell.writeBehindTheBack(databaseName, 'companies/1-A', {
    ExternalId: 'C1',
    '@metadata': { '@collection': 'Companies' },
  });
  for (const number of [1, 2])
    await shell.writeBehindTheBack(databaseName, `orders/${number}-A`, {
      Company: `companies/${number}-A`,
      Owner: 'companies/acme',
      Type: 'text/html',
      '@metadata': { '@collection': 'Orders' },
    });
  const query = await shell.openQuery();
  await query.run('from Orders order by id()');
  const grid = query.panel.getByRole('grid');
  const preview = window.locator('pre', { hasText: '"ExternalId": "C1"' });
  await expect(grid.getByRole('link', { name: 'companies/acme' })).toHaveCount(2);
  await expect(grid.getByRole('link', { name: 'text/html' })).toHaveCount(0);
  await grid.getByRole('link', { name: 'companies/1-A' }).hover();
  await expect(preview).toBeVisible();
  await checkScreen(shell, environment, 'id-preview');
  await window.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await grid.getByRole('link', { name: 'companies/2-A' }).hover();
  await expect(window.getByText(`No document has this id in ${databaseName}.`)).toBeVisible();
  await grid.getByRole('link', { name: 'companies/1-A' }).click();
  await shell.document('companies/1-A');

  const documents = await shell.openDocuments();
  const company = documents.grid().getByRole('link', { name: 'companies/1-A' });
  await company.first().hover();
  await expect(preview).toBeVisible();
  await company.last().click();
  await shell.document('companies/1-A');
});

test('opens the ids in a document as links, with a preview, and goes back and forward', async ({
  shell,
  databaseName,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await shell.writeBehindTheBack(databaseName, 'companies/1-A', {
    ExternalId: 'C1',
    '@metadata': { '@collection': 'Companies' },
  });
  await shell.writeBehindTheBack(databaseName, 'orders/1-A', {
    Company: 'companies/1-A',
    Owner: 'companies/acme',
    Type: 'text/html',
    Freight: 3.5,
    '@metadata': { '@collection': 'Orders' },
  });
  const documents = await shell.openDocuments();
  await documents.goTo('orders/1-A');
  const order = await shell.document('orders/1-A');
  await order.ready();
  const link = order.panel.locator('.monaco-editor .detected-link').filter({ hasText: 'companies/' }).first();
  // The editor draws the link again when its text is tokenized, and shows a hover only after the pointer moves.
  await expect(async () => {
    await window.mouse.move(0, 0);
    await link.hover();
    await expect(window.locator('.monaco-hover').getByText('"ExternalId"').first()).toBeVisible({
      timeout: 3_000,
    });
  }).toPass();
  // The editor draws the link again while the key is held, so the click is sent to its place.
  // An id without a digit is a link by the prefix of its collection.
  const links = order.panel.locator('.monaco-editor .detected-link');
  await expect(links.filter({ hasText: 'companies/acme' })).not.toHaveCount(0);
  await expect(links.filter({ hasText: 'text/html' })).toHaveCount(0);
  const box = await link.boundingBox();
  if (!box) throw new Error('The link is not visible.');
  await window.keyboard.down('ControlOrMeta');
  await window.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await window.keyboard.up('ControlOrMeta');
  await shell.document('companies/1-A');

  await shell.command('Back');
  await expect(window.getByRole('tab', { name: /^orders\/1-A/ })).toHaveAttribute('aria-selected', 'true');
  await shell.command('Forward');
  await expect(window.getByRole('tab', { name: /^companies\/1-A/ })).toHaveAttribute('aria-selected', 'true');
});

test('chooses, orders and pins the columns of a collection, and remembers them', async ({
  shell,
  databaseName,
  environment,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await shell.writeBehindTheBack(databaseName, 'companies/1-A', {
    ExternalId: 'C1',
    Phone: '555-1',
    City: 'Oslo',
    '@metadata': { '@collection': 'Companies' },
  });
  const documents = await shell.openDocuments();
  await documents.collection('Companies').click();
  const headers = documents.grid().getByRole('columnheader');
  await expect(headers).toHaveText([
    'Select all rows',
    'Id',
    'ExternalId',
    'Phone',
    'City',
    'Last modified',
    'Flags',
  ]);
  await documents.panel.getByRole('button', { name: 'Choose columns' }).click();
  const dialog = window.getByRole('dialog', { name: 'Columns of Companies' });
  await dialog.getByRole('checkbox', { name: 'Flags' }).click();
  await dialog.getByRole('button', { name: 'Move Phone up' }).click();
  await dialog.getByRole('button', { name: 'Pin City' }).click();
  await checkScreen(shell, environment, 'document-columns');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  const chosen = ['Select all rows', 'Id', 'City', 'Phone', 'ExternalId', 'Last modified'];
  await expect(headers).toHaveText(chosen);
  const city = documents.grid().locator('[data-row="0"] [data-cell="2"]');
  await expect(city).toHaveText('Oslo');

  // Pinned columns and their headers stay when the others scroll below them.
  await documents.grid().evaluate((grid: HTMLElement) => {
    grid.style.width = '460px';
  });
  const left = async (cell: Locator) => Math.round((await cell.boundingBox())?.x ?? Number.NaN);
  const [cityAt, phoneAt] = [await left(city), await left(headers.nth(3))];
  await documents.grid().evaluate((grid) => grid.scrollBy({ left: 150 }));
  await expect.poll(() => left(headers.nth(3))).toBe(phoneAt - 150);
  await expect.poll(() => left(city)).toBe(cityAt);
  expect(await left(headers.nth(2))).toBe(cityAt);
  await documents.grid().evaluate((grid: HTMLElement) => {
    grid.style.width = '';
  });

  // Another collection keeps its own columns.
  await documents.collection('All documents').click();
  await expect(headers.last()).toHaveText('Flags');
  await documents.collection('Companies').click();
  await expect(headers).toHaveText(chosen);
});

test('keeps the width of a column after a restart of the window', async ({ shell, databaseName, window }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await shell.writeBehindTheBack(databaseName, 'companies/1-A', {
    ExternalId: 'C1',
    '@metadata': { '@collection': 'Companies' },
  });
  const documents = await shell.openDocuments();
  await documents.collection('Companies').click();
  const header = documents.grid().getByRole('columnheader', { name: 'ExternalId' });
  const width = async () => Math.round((await header.boundingBox())?.width ?? Number.NaN);
  await expect(header).toBeVisible();
  const before = await width();
  const box = await header.boundingBox();
  if (!box) throw new Error('The header is not visible.');
  await window.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
  await window.mouse.down();
  await window.mouse.move(box.x + box.width + 98, box.y + box.height / 2, { steps: 5 });
  await window.mouse.up();
  const after = await width();
  expect(after).toBeGreaterThan(before + 80);
  await shell.workspaceHolds('"widths":{"ExternalId":');
  await window.reload();
  await expect(header).toBeVisible();
  await expect.poll(width).toBe(after);
});

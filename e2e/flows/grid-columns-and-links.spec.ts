import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('sorts, hides and shows columns of a result, and offers a context menu for a row', async ({
  shell,
  databaseName,
  environment,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.run('from Companies');
  const grid = query.panel.getByRole('grid');
  const ids = grid.locator('[data-document]');
  await grid.getByRole('button', { name: 'Id', exact: true }).click();
  await expect(ids.first()).toHaveText('companies/1-A');
  await expect(ids.nth(1)).toHaveText('companies/2-A');
  await grid.getByRole('button', { name: 'Id', exact: true }).click();
  await expect(grid.getByRole('columnheader', { name: 'Id' })).toHaveAttribute('aria-sort', 'descending');

  await query.panel.getByRole('button', { name: 'Choose columns' }).click();
  await window.getByRole('menuitem', { name: '✓ Phone' }).click();
  await expect(grid.getByRole('columnheader', { name: 'Phone' })).toHaveCount(0);
  await window.getByRole('menuitem', { name: 'Show all columns' }).click();
  await expect(grid.getByRole('columnheader', { name: 'Phone' })).toHaveCount(1);

  const id = (await ids.first().textContent()) ?? '';
  await ids.first().click({ button: 'right' });
  await expect(window.getByRole('menuitem', { name: 'Copy row as JSON' })).toBeVisible();
  await checkScreen(shell, environment, 'grid-context-menu');
  await window.getByRole('menuitem', { name: 'Open', exact: true }).click();
  await shell.document(id);
});

test('opens the ids in a document as links, with a preview, and goes back and forward', async ({
  shell,
  databaseName,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const documents = await shell.openDocuments();
  await documents.goTo('orders/1-A');
  const order = await shell.document('orders/1-A');
  await order.ready();
  const link = order.panel.locator('.monaco-editor .detected-link').filter({ hasText: 'companies/' }).first();
  const company = (await link.textContent()) ?? '';
  await link.hover();
  await expect(window.locator('.monaco-hover').getByText('"ExternalId"').first()).toBeVisible();
  await link.click({ modifiers: ['ControlOrMeta'] });
  await shell.document(company);

  await shell.command('Back');
  await expect(window.getByRole('tab', { name: /^orders\/1-A/ })).toHaveAttribute('aria-selected', 'true');
  await shell.command('Forward');
  await expect(window.getByRole('tab', { name: new RegExp(`^${company}`) })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

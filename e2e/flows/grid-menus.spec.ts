import { expect, test } from '../fixtures.ts';

test('hides a column of a list from its context menu, also with the keyboard, and remembers it', async ({
  shell,
  databaseName,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await shell.writeBehindTheBack(databaseName, 'companies/1-A', {
    Name: 'One',
    '@metadata': { '@collection': 'Companies' },
  });
  const query = await shell.openQuery();
  await query.run("from Companies where Name = 'One'");
  await shell.openIndexes();
  const grid = shell.panel().getByRole('grid').first();
  const engine = grid.getByRole('columnheader', { name: 'Priority' });
  await engine.click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Hide column Priority' }).click();
  await expect(engine).toHaveCount(0);
  await expect(grid.getByRole('columnheader', { name: 'Engine' })).toHaveCount(1);

  await window.reload();
  await shell.ready();
  await expect(grid.getByRole('row').filter({ hasText: 'Auto/Companies' })).toBeVisible();
  await expect(engine).toHaveCount(0);

  await grid.focus();
  await grid.press('ArrowDown');
  await grid.press('Shift+F10');
  await window.getByRole('menuitem', { name: 'Columns' }).press('ArrowRight');
  await window.getByRole('menuitem', { name: 'Show all columns' }).press('Enter');
  await expect(engine).toHaveCount(1);
});

test('opens a query that sorts the documents by a column', async ({ shell, databaseName, window }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  for (const [number, order] of [7, 30, 5].entries())
    await shell.writeBehindTheBack(databaseName, `lines/${number}`, {
      Order: order,
      '@metadata': { '@collection': 'Lines' },
    });
  const documents = await shell.openDocuments();
  await documents.collection('Lines').click();
  await documents.panel.getByRole('columnheader', { name: 'Order' }).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Query sorted by Order, descending' }).click();
  const panel = shell.panel();
  await expect(panel).toContainText('order by');
  await panel.getByRole('button', { name: 'Run', exact: true }).click();
  const ids = panel.getByRole('grid').locator('[data-document]');
  await expect(ids).toHaveText(['lines/1', 'lines/0', 'lines/2']);
});

import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('names the index that the first run created, and times a query without changing its text', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  const text = 'from Orders where Freight > 170.5';
  await query.run(text);
  const created = query.panel.getByRole('status').filter({ hasText: 'Created index Auto/Orders/ByFreight' });
  await expect(created).toContainText(
    environment === 'served-ravendb'
      ? /in \d.* (ms|s|µs), wait and query together/
      : /in \d.* (ms|s|µs), waited .* (ms|s|µs), query \d.* (ms|µs)/,
  );
  const status = shell.page.getByRole('contentinfo', { name: 'Status' });
  await expect(status).toContainText('1 index');
  await expect(status).toContainText('Refreshed every 10 s');
  const editor = await query.panel.locator('.monaco-editor').first().boundingBox();
  expect(editor?.height).toBeLessThan(110);

  await query.panel.getByRole('button', { name: 'Run with timings' }).click();
  await expect(created).toHaveCount(0);
  await query.tab('Timings').click();
  const timings = query.panel.getByRole('region', { name: 'Timings' });
  await expect(timings).toContainText('Query');
  await expect(query.panel.locator('.monaco-editor .view-lines').first()).toHaveText(
    // The editor writes spaces that do not break.
    new RegExp(`^${text.replaceAll(/\s/g, '\\s')}$`),
  );
  await expect(timings.getByText('0 ms', { exact: true })).toHaveCount(0);
  // RavenDB does not measure operators.
  if (environment !== 'served-ravendb') await expect(timings).toContainText(/\d µs/);
  await checkScreen(shell, environment, 'query-timings');

  // With timings, RavenDB reports what the first run of a query paid for.
  if (environment !== 'served-ravendb') return;
  await query.write("from Products where Name = 'Chai'");
  await query.panel.getByRole('button', { name: 'Run with timings' }).click();
  await expect(
    query.panel.getByRole('status').filter({ hasText: 'Created index Auto/Products/ByName' }),
  ).toContainText(/created and compiled in .* waited .* for it .*, query/);
});

test('Ctrl+Enter closes the completion popup, and another query starts at its first row', async ({
  shell,
  databaseName,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.write('from Orders');
  const popup = window.locator('.suggest-widget.visible');
  await window.keyboard.press('Control+Space');
  await expect(popup).toBeVisible();
  await window.keyboard.press('ControlOrMeta+Enter');
  await expect(popup).toBeHidden();
  const grid = query.panel.getByRole('grid');
  await expect(grid).toBeVisible();
  await expect(popup).toBeHidden();

  await grid.evaluate((element) => element.scrollTo(0, 2000));
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(2000);
  await query.run('from Orders order by Freight as double desc');
  await expect(grid.getByRole('row').nth(1)).toHaveAttribute('aria-rowindex', '2');
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(0);
});

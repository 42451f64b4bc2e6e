import { expect, test } from '../fixtures.ts';

test('list, details and status bar agree on the number of indexes, in singular and plural', async ({
  shell,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  const status = shell.page.getByRole('contentinfo', { name: 'Status' });
  const indexes = async (rql: string, count: number, text: string): Promise<void> => {
    await query.run(rql);
    await expect(query.panel.getByText(/^\d+ results?/).first()).toBeVisible();
    await expect(status).toContainText(text);
    const dashboard = await shell.openDashboard();
    await dashboard.getByRole('button', { name: 'Refresh' }).first().click();
    const row = dashboard.getByRole('row').filter({ hasText: databaseName });
    await expect(row.getByRole('gridcell').nth(4)).toHaveText(String(count));
    await row.click();
    await expect(dashboard.locator('dt', { hasText: /^Indexes$/ }).locator('+ dd')).toHaveText(String(count));
    await shell.openQuery();
  };
  await indexes("from Companies where Address.Country = 'Norway'", 1, '1 index');
  await indexes('from Orders where Freight > 10', 2, '2 indexes');
});

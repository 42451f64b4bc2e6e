import { expect, test } from '../fixtures.ts';

test('a query answers with results, its source, timings and a plan', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.run('from Orders where Freight > 170 order by Freight as double desc select Company, Freight');
  await query.expectTotal(await shell.countBehindTheBack(databaseName, 'from Orders where Freight > 170'));
  await expect(query.panel.getByRole('grid')).toContainText('companies/');

  await query.run("from Orders where Company = 'companies/3-A' and Freight > 10 include timings()");
  await query.tab('Timings').click();
  await expect(query.panel.getByRole('region', { name: 'Timings' })).toContainText('Query');
  await query.tab('Plan').click();
  await query.panel.getByRole('button', { name: 'Show as a table' }).click();
  await expect(query.panel.getByRole('table').first()).toContainText(
    // Corax does not tell the term; the sandbox does.
    /companies\/3-A|One term/,
  );
});

test('a query with a mistake says where it is', async ({ shell, databaseName, consoleErrors }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.run('from Orders where Freight >>> 3');
  await expect(query.panel.getByText(/line 1|1:\d+/i).first()).toBeVisible();
  await query.run('from Orders where Freight > 170');
  await expect(query.panel.getByRole('grid')).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('parameters are asked for and sent', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.write('from Companies where Name = $name or id() = $id');
  const form = query.panel.getByRole('form', { name: 'Parameters' });
  await form.getByLabel('$name').fill('"nobody"');
  await form.getByLabel('$id').fill('"companies/5-A"');
  await query.panel.getByRole('button', { name: 'Run', exact: true }).click();
  await query.expectTotal(1);
});

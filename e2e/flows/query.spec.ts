import { sampleDocuments } from '../environment/sample-data.ts';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('shows results, source, timings and a plan', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  // A fraction in the literal: RavenDB compares integers only for an integer literal.
  const expected = await ordersWithFreightOver(170.5);
  // An auto-index of a server can be stale at the first response.
  await expect(async () => {
    await query.run(
      'from Orders where Freight > 170.5 order by Freight as double desc select Company, Freight',
    );
    await query.expectTotal(expected, 3000);
  }).toPass();
  await expect(query.panel.getByRole('grid')).toContainText('companies/');
  const filter = query.panel.getByRole('searchbox', { name: 'Filter shown rows' });
  await filter.fill('no such company');
  await expect(query.panel.getByRole('grid')).toContainText('No row contains the filter text');
  await expect(query.panel.getByText(`0 of ${expected} rows`)).toBeVisible();
  await filter.fill('COMPANIES/');
  await expect(query.panel.getByText(`${expected} of ${expected} rows`)).toBeVisible();

  await query.run("from Orders where Company = 'companies/3-A' and Freight > 10 include timings()");
  await query.tab('Timings').click();
  await expect(query.panel.getByRole('region', { name: 'Timings' })).toContainText('Query');
  await query.tab('Plan').click();
  await query.panel.getByRole('button', { name: 'Show as table' }).click();
  await expect(query.panel.getByRole('table').first()).toContainText(
    // Corax does not report the term; the sandbox does.
    /companies\/3-A|One term/,
  );
});

test('locates a syntax error', async ({ shell, databaseName, consoleErrors }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.run('from Orders where Freight >>> 3');
  await expect(query.panel.getByText(/line 1|1:\d+/i).first()).toBeVisible();
  await query.run('from Orders where Freight > 170');
  await expect(query.panel.getByRole('grid')).toBeVisible();
  expect(consoleErrors).toEqual([]);
});

test('refuses a query without auto-index creation until an index exists', async ({
  shell,
  environment,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  const createNone = async (): Promise<void> => {
    await query.panel.getByRole('button', { name: 'Query options' }).click();
    await shell.page.getByRole('menuitem', { name: "Don't create an auto-index" }).click();
  };
  await createNone();
  await query.run('from Orders where Freight > 170');
  const refusal = query.panel.getByRole('alert');
  await expect(refusal).toContainText(/index/i);
  await checkScreen(shell, environment, 'query-no-new-index');
  await createNone();
  await query.run('from Orders where Freight > 170');
  await expect(query.panel.getByRole('grid')).toBeVisible();
  await createNone();
  await query.run('from Orders where Freight > 171');
  await expect(query.panel.getByRole('grid')).toBeVisible();
  await expect(refusal).toHaveCount(0);
});

test('shows fields for parameters and sends them', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.write('from Companies where Name = $name or id() = $id');
  const form = query.panel.getByRole('form', { name: 'Parameters' });
  await form.getByLabel('$name').fill('"nobody"');
  await form.getByLabel('$id').fill('"companies/5-A"');
  await query.panel.getByRole('button', { name: 'Run', exact: true }).click();
  await query.expectTotal(1);
});

test('Stop ends a long query, says so, and leaves the engine free', async ({
  shell,
  databaseName,
  environment,
}, testInfo) => {
  testInfo.skip(
    environment === 'served-ravendb',
    'a RavenDB server ends scripts by their steps, long before a person could',
  );
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.run(
    'declare function slow(o) { const end = Date.now() + 800; while (Date.now() < end) {} return { Freight: o.Freight }; }\n' +
      'from Orders as o select slow(o)',
  );
  const status = query.panel.getByRole('status').filter({ hasText: /Running|Stop/ });
  await expect(status).toContainText('Running');
  await query.panel.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(query.panel.getByText(/^Stopped after .*The query was cancelled/)).toBeVisible({
    timeout: 5_000,
  });
  await query.run('from Companies');
  await query.expectTotal(await documentsIn('Companies'), 5_000);
});

async function documentsIn(collection: string): Promise<number> {
  const documents = await sampleDocuments();
  return documents.filter(({ Document }) => Document['@metadata']?.['@collection'] === collection).length;
}

async function ordersWithFreightOver(limit: number): Promise<number> {
  const documents = await sampleDocuments();
  return documents.filter(({ Document: { Freight = 0 } }) => Freight > limit).length;
}

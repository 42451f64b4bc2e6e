import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { BatchesPage } from '../pages/batches-page.ts';
import { checkScreen } from '../pages/check-screen.ts';
import type { Shell } from '../pages/shell.ts';

interface Definition {
  readonly map: string;
  readonly reduce?: string;
}

/** JavaScript indexes run in every environment. */
async function createIndex(
  shell: Shell,
  database: string,
  name: string,
  { map, reduce }: Definition,
): Promise<void> {
  const { status, body } = await shell.requestBehindTheBack('PUT', `/databases/${database}/admin/indexes`, {
    Indexes: [
      {
        Name: name,
        Maps: [map],
        ...(reduce === undefined ? {} : { Reduce: reduce }),
        Type: reduce === undefined ? 'JavaScriptMap' : 'JavaScriptMapReduce',
      },
    ],
  });
  expect(status, body).toBe(201);
}

const companyNames: Definition = {
  map: "map('Orders', o => ({ Company: o.Company, Name: load(o.Company, 'Companies').Name }))",
};
const totals: Definition = {
  map: "map('Orders', o => ({ Company: o.Company, Count: 1 }))",
  reduce:
    'groupBy(x => x.Company).aggregate(g => ({ Company: g.key, Count: g.values.reduce((sum, v) => sum + v.Count, 0) }))',
};

test('shows indexing batches over time with their steps, why they stopped, a table and exports', async ({
  shell,
  environment,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  await shell.command('Show indexing batches');
  const empty = new BatchesPage(shell.page, shell.panel());
  await expect(empty.panel.getByText('No indexing batches yet')).toBeVisible();
  await checkScreen(shell, environment, 'indexing-batches-empty');

  await createIndex(shell, databaseName, 'Orders/CompanyNames', companyNames);
  await createIndex(shell, databaseName, 'Orders/Totals', totals);
  const indexes = await shell.openIndexes();
  await expect(indexes.row('Orders/CompanyNames')).toContainText('Up to date');
  await expect(indexes.row('Orders/Totals')).toContainText('Up to date');
  await indexes.run('Orders/CompanyNames', 'Show batches');

  const batches = new BatchesPage(shell.page, shell.panel());
  await batches.ready();
  await expect(batches.panel.getByText('No batch selected')).toBeVisible();
  await batches.press(']');
  await expect(batches.batch.getByRole('heading')).toHaveText(/^Batch \d+ of Orders\/CompanyNames$/);
  await expect(batches.batch).toContainText('It stopped because nothing was left to index.');
  await expect(batches.batch).toContainText('Reported: “No more documents to index”.');
  await expect(batches.steps).toContainText('Map');

  // The first step is the whole batch; Enter folds it.
  const rows = batches.steps.getByRole('row');
  await expect(rows.nth(2)).toBeVisible();
  await batches.steps.focus();
  await shell.page.keyboard.press('Home');
  await shell.page.keyboard.press('Enter');
  await expect(rows).toHaveCount(2);
  await shell.page.keyboard.press('Enter');
  await expect(rows.nth(2)).toBeVisible();

  await batches.press('Enter');
  await checkScreen(shell, environment, 'indexing-batches');
  await batches.press('Escape');
  await expect(batches.panel.getByText('No batch selected')).toBeVisible();

  await batches.choose('All indexes');
  await batches.press('0');
  await checkScreen(shell, environment, 'indexing-batches-all');
  await batches.tab('All batches');
  await expect(batches.table).toContainText('Orders/Totals');
  await expect(batches.table).toContainText('Orders/CompanyNames');

  // A batch appears while the screen is open.
  const before = (await batches.count.textContent()) ?? '';
  await shell.writeBehindTheBack(databaseName, 'orders/insight', {
    Company: 'companies/1-A',
    '@metadata': { '@collection': 'Orders' },
  });
  await expect(batches.count).not.toHaveText(before, { timeout: 20_000 });
  await checkScreen(shell, environment, 'indexing-batches-table');
  await batches.table.focus();
  await shell.page.keyboard.press('Home');
  await shell.page.keyboard.press('Enter');
  await expect(batches.batch.getByRole('heading')).toHaveText(/^Batch \d+ of Orders\//);

  const json = await shell.downloaded(() => batches.export('JSON'));
  const exported = JSON.parse(await readFile(json, 'utf8')) as {
    Results: { Name: string; Performance: { InputCount: number }[] }[];
  };
  expect(exported.Results.map(({ Name }) => Name)).toEqual(['Orders/CompanyNames', 'Orders/Totals']);
  const inputs = exported.Results.flatMap(({ Performance }) => Performance).map(
    ({ InputCount }) => InputCount,
  );
  expect(inputs.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(2 * 640);
  const csv = await shell.downloaded(() => batches.export('CSV'), '.csv');
  expect((await readFile(csv, 'utf8')).split('\r\n')[0]).toMatch(/^Index,Batch,Started,/);
});

test('shows which indexes depend on a document, and names those that load it before it is saved', async ({
  shell,
  environment,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  await createIndex(shell, databaseName, 'Companies/ByName', {
    map: "map('Companies', c => ({ Name: c.Name }))",
  });
  await createIndex(shell, databaseName, 'Orders/CompanyNames', companyNames);
  const indexes = await shell.openIndexes();
  await expect(indexes.row('Orders/CompanyNames')).toContainText('Up to date');
  await expect(indexes.row('Companies/ByName')).toContainText('Up to date');
  const query = "from index 'Orders/CompanyNames' where Company = 'companies/1-A' limit 0";
  const { body } = await shell.requestBehindTheBack(
    'GET',
    `/databases/${databaseName}/queries?${new URLSearchParams({ query })}`,
  );
  const { TotalResults: count } = JSON.parse(body) as { TotalResults: number };
  expect(count).toBeGreaterThan(1);

  await indexes.openTab('Dependents');
  await indexes.findDependents('companies/missing');
  await expect(indexes.panel.getByText('No such document')).toBeVisible();
  await indexes.findDependents('companies/1-A');
  const dependent = indexes.dependents();
  await expect(dependent.getByRole('row', { name: /Companies\/ByName/ })).toContainText(
    'Indexes the document',
  );
  const loading = dependent.getByRole('row', { name: /Orders\/CompanyNames/ });
  await expect(loading).toContainText('Loads the document');
  await expect(loading).toContainText(`${count} entries`);
  await expect(loading).toContainText('Counted in the index');
  await expect(indexes.panel.getByRole('status').filter({ hasText: 'A change of' })).toHaveText(
    `A change of companies/1-A: 1 index indexes it; 1 index loads it and would index ${count} other entries again.`,
  );
  await checkScreen(shell, environment, 'indexes-dependents');

  await (await shell.openDocuments()).goTo('companies/1-A');
  const company = await shell.document('companies/1-A');
  await company.ready();
  const notice = company.panel.getByText('Saving indexes other documents again');
  await expect(notice).toBeHidden();
  await company.replaceText('{ "Name": "Renamed", "@metadata": { "@collection": "Companies" } }');
  await expect(notice).toHaveText(
    `Saving indexes other documents again, because 1 index loads this one: Orders/CompanyNames (${count} entries).`,
  );
  await checkScreen(shell, environment, 'document-loaded-by-indexes');
  await company.save();
  await company.expectSaved();
  await expect(notice).toBeHidden();

  // No index loads orders.
  await (await shell.openDocuments()).goTo('orders/1-A');
  const order = await shell.document('orders/1-A');
  await order.ready();
  await order.replaceText('{ "Company": "companies/2-A", "@metadata": { "@collection": "Orders" } }');
  await expect(order.panel.getByText('unsaved', { exact: true })).toBeVisible();
  await expect(order.panel.getByText('Saving indexes other documents again')).toHaveCount(0);
  await order.save();
  await order.expectSaved();
});

test('goes from a group of a map-reduce index to its partial results and documents', async ({
  shell,
  environment,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  await createIndex(shell, databaseName, 'Orders/Totals', totals);
  await createIndex(shell, databaseName, 'Orders/CompanyNames', companyNames);
  const indexes = await shell.openIndexes();
  await expect(indexes.row('Orders/Totals')).toContainText('Up to date');
  await indexes.openTab('Groups');
  await indexes.current('Orders/CompanyNames');
  await expect(indexes.panel.getByText('Not a map-reduce index')).toBeVisible();
  await indexes.current('Orders/Totals');
  const groups = indexes.panel.getByRole('grid', { name: 'Groups', exact: true });
  await expect(groups).toContainText('Company: companies/');
  await expect(indexes.panel.getByRole('status').filter({ hasText: 'groups of' })).toHaveText(
    /groups of the first 50 documents$/,
  );
  await indexes.panel.getByRole('button', { name: 'Read more documents' }).click();
  await expect(indexes.panel.getByRole('status').filter({ hasText: 'groups of' })).toHaveText(
    /groups of the first 100 documents$/,
  );

  const filter = indexes.panel.getByLabel('Filter groups by key');
  await filter.fill('companies/none');
  await expect(indexes.panel.getByText('No loaded group matches')).toBeVisible();
  await filter.fill('');

  const order = JSON.parse(await shell.readBehindTheBack(databaseName, 'orders/1-A')) as {
    Results: { Company: string }[];
  };
  await indexes.findGroups('orders/1-A');
  await expect(groups.getByRole('row')).toHaveCount(2);
  await expect(groups).toContainText(`Company: ${order.Results[0]?.Company ?? ''}`);
  const entries = indexes.panel.getByRole('grid', { name: 'Pages and entries of the group' });
  await expect(entries).toContainText('Page');
  await checkScreen(shell, environment, 'indexes-groups');
  // RavenDB names the sources of entries in lower case, and only those of the requested document.
  const isServer = environment === 'served-ravendb';
  const named = entries.locator('[data-document]');
  if (isServer) await expect(named).toHaveCount(1);
  else expect(await named.count()).toBeGreaterThan(1);
  const id = isServer ? 'orders/1-a' : 'orders/1-A';
  await entries.locator(`[data-document="${id}"]`).click();
  await shell.document(id);
});

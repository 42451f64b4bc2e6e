import { expect, ravendbUrl, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { IndexEditorPage } from '../pages/index-editor-page.ts';

test('compares repeated runs of a query with another index', async ({ shell, databaseName, environment }) => {
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: true });
  const index = await shell.requestBehindTheBack('PUT', `/databases/${databaseName}/admin/indexes`, {
    Indexes: [
      {
        Name: 'Orders/Compared',
        Maps: ['from order in docs.Orders select new { order.Freight, order.Company }'],
        Type: 'Map',
        Configuration: { 'Indexing.Static.SearchEngineType': 'Lucene' },
      },
    ],
  });
  expect(index.status, index.body).toBe(201);
  const query = await shell.openQuery();
  await query.run('from Orders where Freight > 20.0');
  await expect(query.panel.getByTitle(/^Auto\/Orders/)).toBeVisible();
  const total = await query.total();

  await query.tab('Compare').click();
  const pane = query.panel.getByRole('tabpanel', { name: 'Compare' });
  await checkScreen(shell, environment, 'query-compare-start');
  await pane.getByLabel('Compare with').click();
  await page.getByRole('option', { name: 'Another index' }).click();
  await pane.getByRole('combobox', { name: /^Index / }).click();
  await page.getByRole('option', { name: 'Orders/Compared' }).click();
  await pane.getByLabel('Runs of each').fill('4');
  await expect(pane.getByLabel('Cold runs too')).toBeChecked();
  await pane.getByRole('button', { name: 'Compare', exact: true }).click();

  const comparison = pane.getByRole('region', { name: 'Comparison' });
  await expect(comparison.getByRole('status')).toContainText('the results are the same');
  const times = comparison.getByRole('table', {
    name: 'Times of 4 cold runs, each with a new text, and 4 warm runs on each side',
  });
  await expect(times.getByRole('row')).toHaveCount(5);
  const [written, compared] =
    environment === 'served-ravendb'
      ? ([/^As written Auto\/Orders\S* Corax/, /^Orders\/Compared Orders\/Compared Lucene/] as const)
      : ([/^As written Auto\/Orders\S* Sandbox/, /^Orders\/Compared Orders\/Compared Sandbox/] as const);
  await expect(times.getByRole('row', { name: written })).toContainText(total.toLocaleString('en'));
  await expect(times.getByRole('row', { name: compared })).toContainText(total.toLocaleString('en'));
  await expect(
    comparison.getByRole('table', { name: 'Plan, operator by operator' }).getByRole('row'),
  ).not.toHaveCount(1);
  await checkScreen(shell, environment, 'query-compare');

  const copy = pane.getByRole('button', { name: 'Copy index to Lucene…' });
  if (environment === 'served-ravendb') {
    await copy.click();
    const editor = new IndexEditorPage(page, shell.panel());
    await expect(editor.toolbar().getByLabel('Name')).toHaveValue(/^Index\/Orders\/ByFreight\/Lucene$/);
    await editor.tab('Settings').click();
    await expect(editor.panel.getByLabel('Search engine')).toContainText('Lucene');
  } else await expect(copy).toHaveCount(0);
});

test('compares a query with the same query on another connection', async ({
  shell,
  databaseName,
  environment,
}) => {
  test.skip(environment !== 'served-ravendb', 'needs a server beside the sandbox');
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: true });
  await shell.connectTo('Same server', ravendbUrl ?? '');
  await shell.chooseDatabase(databaseName);
  const query = await shell.openQuery();
  await query.run('from Orders limit 20');
  await query.expectShown(20);
  await query.tab('Compare').click();
  const pane = query.panel.getByRole('tabpanel', { name: 'Compare' });
  await pane.getByLabel('Compare with').click();
  await page.getByRole('option', { name: 'Another connection' }).click();
  await pane.getByRole('combobox', { name: /^Connection / }).click();
  await page.getByRole('option', { name: 'Test RavenDB' }).click();
  await pane.getByLabel('Runs of each').fill('3');
  await pane.getByRole('button', { name: 'Compare', exact: true }).click();
  const comparison = pane.getByRole('region', { name: 'Comparison' });
  await expect(comparison.getByRole('status')).toContainText('the results are the same');
  await expect(comparison.getByRole('row', { name: /^Test RavenDB/ })).toBeVisible();
  await expect(
    comparison.getByRole('table', { name: 'Plan, operator by operator' }).getByRole('row'),
  ).not.toHaveCount(1);
});

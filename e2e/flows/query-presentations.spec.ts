import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('shows included documents, facets, suggestions and distances', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  for (const number of [1, 2, 3]) {
    await shell.writeBehindTheBack(databaseName, `companies/${number}`, {
      Name: `Company ${number}`,
      '@metadata': { '@collection': 'Companies' },
    });
    await shell.writeBehindTheBack(databaseName, `orders/${number}`, {
      Company: `companies/${number}`,
      Freight: number,
      Country: number === 3 ? 'Spain' : 'France',
      Latitude: 40 + number,
      Longitude: -3.5,
      Location: { Latitude: 40 + number, Longitude: -3.5 },
      '@metadata': { '@collection': 'Orders' },
    });
  }
  const query = await shell.openQuery();

  await query.run('from Orders include Company');
  await query.tab('Includes').click();
  const included = query.panel.getByRole('grid', { name: 'Included documents' });
  await expect(included.getByRole('row')).toHaveCount(4);
  await included.getByText('Companies', { exact: true }).nth(1).click();
  await expect(
    query.panel.getByRole('tabpanel', { name: /^Includes/ }).locator('.monaco-editor .view-lines'),
  ).toContainText('Company 2');
  await checkScreen(shell, environment, 'query-includes');

  // A real server answers facets from a static index only.
  const index = await shell.requestBehindTheBack('PUT', `/databases/${databaseName}/admin/indexes`, {
    Indexes: [
      {
        Name: 'Orders/ByCountry',
        Maps: ['from order in docs.Orders select new { order.Country, order.Freight }'],
        Type: 'Map',
      },
    ],
  });
  expect(index.status, index.body).toBe(201);
  await query.tab('Results').click();
  await query.run(
    "from index 'Orders/ByCountry' select facet(Country), facet(Freight < 2, Freight >= 2, sum(Freight))",
  );
  const facets = query.panel.getByRole('grid', { name: 'Facets' });
  await expect(facets.getByRole('row', { name: /france/i })).toContainText('2');
  await expect(facets.getByRole('row', { name: /Freight >= 2/ })).toContainText('5');
  await facets.getByRole('button', { name: 'Count', exact: true }).click();
  await expect(facets.getByRole('columnheader', { name: 'Count' })).toHaveAttribute('aria-sort', 'ascending');
  await checkScreen(shell, environment, 'query-facets');

  await query.run("from Companies select suggest(Name, 'compny')");
  const suggestions = query.panel.getByRole('grid', { name: 'Suggestions' });
  await expect(suggestions.getByRole('row', { name: /Name company 1/ })).toBeVisible();
  await checkScreen(shell, environment, 'query-suggestions');

  await query.run(
    'from Orders order by spatial.distance(spatial.point(Latitude, Longitude), spatial.point(43, -3.5))',
  );
  const results = query.panel.getByRole('grid', { name: /^Results/ });
  await expect(results.getByRole('columnheader', { name: 'Distance', exact: true })).toBeVisible();
  await expect(results.locator('[data-document]').first()).toHaveText('orders/3');
  await expect(results.getByRole('row', { name: /orders\/2/ })).toContainText('111.');
  await expect(results.getByRole('row', { name: /orders\/2/ })).toContainText('42°, -3.5°');
  await checkScreen(shell, environment, 'query-distance');
});

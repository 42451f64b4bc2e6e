import { expect, test } from '../fixtures.ts';

test('a server is tested step by step and browsed with the same screens', async ({
  shell,
  databaseName,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  await expect(window.getByRole('contentinfo')).toContainText(/RavenDB.*[67]\.\d/);
  const documents = await shell.openDocuments();
  await documents.expectCollection('Orders', 640);
});

test('the plan of Corax is drawn with its own operators', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.run("from Orders where Company = 'companies/3-A' and Freight > 10 include timings()");
  await query.tab('Plan').click();
  // An automatic index takes the server's default engine; with Lucene there is no plan, and the screen says why.
  await query.panel.getByRole('button', { name: 'Show as table' }).click();
  await expect(query.panel).toContainText(/One term|All of|Number range|Check several|Lucene|no plan/i);
});

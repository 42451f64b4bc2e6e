import { expect, test } from '../fixtures.ts';

test('a server is tested step by step and browsed with the same screens', async ({
  shell,
  databaseName,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  await expect(window.getByText(/7\.\d|6\.\d/).first()).toBeVisible();
  const documents = await shell.openDocuments();
  await documents.expectCollection('Orders', 640);
});

test('the plan of Corax is drawn with its own operators', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.run("from Orders where Company = 'companies/3-A' and Freight > 10 include timings()");
  await query.tab('Plan').click();
  // An automatic index takes the server's default engine; with Lucene there is no plan, and the screen says why.
  await expect(query.panel.getByText(/TermMatch|BinaryMatch|equals|Lucene|no plan/i).first()).toBeVisible();
});

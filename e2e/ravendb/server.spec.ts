import { expect, ravendbUrl, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('tests a server step by step and browses it with the same screens', async ({
  shell,
  databaseName,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  await expect(window.getByRole('contentinfo')).toContainText(/RavenDB.*[67]\.\d/);
  const documents = await shell.openDocuments();
  await documents.expectCollection('Orders', 640);
});

test('draws a Corax plan', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.run("from Orders where Company = 'companies/3-A' and Freight > 10 include timings()");
  await query.tab('Plan').click();
  // An auto-index uses the server's default engine; with Lucene there is no plan, and the screen says why.
  await query.panel.getByRole('button', { name: 'Show as table' }).click();
  await expect(query.panel).toContainText(/One term|All of|Number range|Check several|Lucene|no plan/i);
});

test('a read-only connection makes the server build no index, and says why', async ({
  shell,
  databaseName,
  environment,
}) => {
  const server = ravendbUrl ?? '';
  const json = { 'content-type': 'application/json' };
  const put = { Id: 'things/1', ChangeVector: null, Type: 'PUT' };
  const document = { Kind: 'x', '@metadata': { '@collection': 'Things' } };
  await fetch(`${server}/admin/databases?name=${databaseName}&replicationFactor=1`, {
    method: 'PUT',
    headers: json,
    body: JSON.stringify({ DatabaseName: databaseName }),
  });
  await fetch(`${server}/databases/${databaseName}/bulk_docs`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ Commands: [{ ...put, Document: document }] }),
  });
  await shell.connectTo('Production', server);
  await shell.chooseDatabase(databaseName);
  const query = await shell.openQuery();
  await query.run("from Things where Kind = 'x'");
  const refusal = query.panel.getByRole('alert');
  await expect(refusal).toContainText('The connection is read-only, so no index was created');
  await expect(refusal.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await checkScreen(shell, environment, 'query-read-only');
  await query.panel.getByRole('button', { name: 'Query options' }).click();
  await expect(shell.page.getByRole('menuitem', { name: "✓ Don't create an auto-index" })).toBeDisabled();
  await shell.page.keyboard.press('Escape');
  await query.run('from Things');
  await query.expectTotal(1);
  const indexes = await fetch(`${server}/databases/${databaseName}/indexes?namesOnly=true`);
  expect(await indexes.json()).toMatchObject({ Results: [] });
});

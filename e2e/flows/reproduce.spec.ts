import { callFromSecondClient, requestFromSecondClient } from '../environment/second-client.ts';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { ReproducePage } from '../pages/reproduce-page.ts';
import type { Shell } from '../pages/shell.ts';

const SERVER = 'Test RavenDB';

function readSandbox(shell: Shell, path: string): Promise<{ status: number; body: string }> {
  return requestFromSecondClient(shell.page, { connection: 'sandbox', method: 'GET', path });
}

async function readDocument(shell: Shell, path: string): Promise<Record<string, unknown>> {
  const { status, body } = await readSandbox(shell, path);
  expect(status, body).toBe(200);
  return (JSON.parse(body) as { Results: Record<string, unknown>[] }).Results[0] ?? {};
}

test('copies the matches of a query with masked fields to the sandbox and compares both plans', async ({
  shell,
  environment,
  databaseName,
}) => {
  test.skip(environment !== 'served-ravendb', 'queries of the sandbox run there already');
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.run('from Orders where Freight > 100.0 include Employee limit 5');
  await expect(query.panel.getByTitle(/^Auto\/Orders\/ByFreight/)).toBeVisible();
  const total = await query.total();
  const copy = `${databaseName}-repro`;

  await query.panel.getByRole('button', { name: 'Reproduce…' }).click();
  const wizard = new ReproducePage(shell.page);
  await wizard.expectStep('Choose sample');
  await expect(wizard.dialog.getByText(/automatic index Auto\/Orders\/ByFreight over Orders/)).toBeVisible();
  await wizard.mask('ShipTo.City, Nope');
  await checkScreen(shell, environment, 'reproduce-choose');
  await wizard.press('Estimate size');

  await wizard.expectStep('Estimate');
  await expect(wizard.dialog.getByText('None of the first 25 documents has Nope.')).toBeVisible();
  await checkScreen(shell, environment, 'reproduce-estimate');
  await wizard.press('Copy to the sandbox');

  await wizard.expectStep('Compare');
  await expect(
    wizard.dialog.getByText(
      new RegExp(`^${total} documents and \\d+ referenced documents .* copied to ${copy} in the sandbox`),
    ),
  ).toBeVisible();
  await expect(wizard.comparison().getByRole('status')).toContainText(
    'the results are the same apart from the masked ShipTo.City',
  );
  await expect(wizard.plan(SERVER).getByRole('treeitem')).not.toHaveCount(0);
  await expect(wizard.plan('Sandbox').getByRole('treeitem')).not.toHaveCount(0);
  await expect(
    wizard
      .comparison()
      .getByRole('table', { name: /^Times of/ })
      .getByRole('row', { name: /^Sandbox Auto\/Orders\/ByFreight/ }),
  ).toContainText(total.toLocaleString('en'));
  await checkScreen(shell, environment, 'reproduce-compare');

  // The first match: the same numbers as text, another city of the same length, no metadata of the server.
  const path = (database: string, id: string) => `/databases/${database}/docs?id=${encodeURIComponent(id)}`;
  const original = JSON.parse(await shell.readBehindTheBack(databaseName, 'orders/1-A')) as {
    Results: { ShipTo: { City: string; Country: string }; Employee: string }[];
  };
  const { ShipTo, Employee } = original.Results[0] ?? { ShipTo: { City: '', Country: '' }, Employee: '' };
  const copied = await readDocument(shell, path(copy, 'orders/1-A'));
  const shipTo = copied.ShipTo as { City: string; Country: string };
  expect(shipTo.City).not.toBe(ShipTo.City);
  expect(shipTo.City).toHaveLength(ShipTo.City.length);
  expect(shipTo.Country).toBe(ShipTo.Country);
  // Referenced documents are there too.
  expect((await readSandbox(shell, path(copy, Employee))).status).toBe(200);

  await wizard.press('Delete sandbox database…');
  await wizard.press('Delete database');
  await expect(wizard.dialog.getByText(`The database ${copy} was deleted from the sandbox.`)).toBeVisible();
  expect((await readSandbox(shell, '/databases')).body).not.toContain(copy);
});

test('copies the definition of an index and the newest documents that it reads', async ({
  shell,
  environment,
  databaseName,
}) => {
  test.skip(environment !== 'served-ravendb', 'indexes of the sandbox are there already');
  await shell.createDatabase(databaseName, { sampleData: true });
  const { status, body } = await shell.requestBehindTheBack(
    'PUT',
    `/databases/${databaseName}/admin/indexes`,
    {
      Indexes: [
        {
          Name: 'Orders/ByCompany',
          Maps: ["map('Orders', o => ({ Company: o.Company }))"],
          Type: 'JavaScriptMap',
        },
      ],
    },
  );
  expect(status, body).toBe(201);
  const indexes = await shell.openIndexes();
  await indexes.run('Orders/ByCompany', 'Reproduce in the sandbox…');

  const wizard = new ReproducePage(shell.page);
  await wizard.expectStep('Choose sample');
  await expect(wizard.dialog.getByText(/index Orders\/ByCompany over Orders/)).toBeVisible();
  await wizard.chooseSample('Newest', 40);
  await wizard.press('Estimate size');
  await wizard.expectStep('Estimate');
  await wizard.press('Copy to the sandbox');
  await wizard.expectStep('Compare');
  await expect(wizard.plan(SERVER).getByRole('treeitem')).not.toHaveCount(0);
  await expect(wizard.plan('Sandbox').getByRole('treeitem')).not.toHaveCount(0);

  const copy = `${databaseName}-repro`;
  const index = await readSandbox(shell, `/databases/${copy}/indexes?name=Orders%2FByCompany`);
  expect(index.body).toContain("map('Orders'");
  const stats = JSON.parse((await readSandbox(shell, `/databases/${copy}/collections/stats`)).body) as {
    Collections: Record<string, number>;
  };
  expect(stats.Collections.Orders).toBe(40);
  expect(stats.Collections.Companies).toBeGreaterThan(0);

  // Closed and opened again, the wizard shows the finished copy; another copy gets another name.
  await wizard.press('Close');
  await expect(wizard.dialog).toBeHidden();
  await shell.panel().getByRole('button', { name: 'Run', exact: true }).click();
  await shell.panel().getByRole('button', { name: 'Reproduce…' }).click();
  await wizard.expectStep('Compare');
  await wizard.press('New copy');
  await wizard.expectStep('Choose sample');
  await expect(wizard.dialog.getByLabel('New sandbox database')).toHaveValue(`${copy}-2`);
  await wizard.chooseSample('Random', 7);
  await wizard.press('Estimate size');
  await wizard.expectStep('Estimate');
  await wizard.press('Copy to the sandbox');
  await wizard.expectStep('Compare');
  const random = await readSandbox(shell, `/databases/${copy}-2/collections/stats`);
  expect(JSON.parse(random.body)).toMatchObject({ Collections: { Orders: 7 } });
});

test('is offered on servers only, and says when the sandbox is read-only', async ({
  shell,
  environment,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.run('from Orders');
  await query.expectTotal(640);
  const button = query.panel.getByRole('button', { name: 'Reproduce…' });
  if (environment !== 'served-ravendb') {
    await expect(button).toHaveCount(0);
    return;
  }
  await expect(button).toBeEnabled();
  await callFromSecondClient(shell.page, 'connections.setMode', { id: 'sandbox', mode: 'read-only' });
  await expect(button).toHaveAccessibleDescription(/^Sandbox is read-only/);
  await button.focus();
  await shell.page.keyboard.press('Enter');
  await expect(new ReproducePage(shell.page).dialog).toBeHidden();
});

import { readFile } from 'node:fs/promises';
import { requestFromSecondClient } from '../environment/second-client.ts';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import type { Shell } from '../pages/shell.ts';

const SERVER = 'Test RavenDB';

function sandbox(shell: Shell, method: string, path: string, body?: unknown) {
  return requestFromSecondClient(shell.page, {
    connection: 'sandbox',
    method,
    path,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

interface Order {
  readonly ShipTo: { readonly City: string; readonly Country: string };
  readonly Employee: string;
  readonly '@metadata': Readonly<Record<string, unknown>>;
}

const first = (body: string): Order | undefined => (JSON.parse(body) as { Results: Order[] }).Results[0];

async function countIn(shell: Shell, database: string): Promise<number> {
  const { status, body } = await sandbox(shell, 'GET', `/databases/${database}/collections/stats`);
  expect(status, body).toBe(200);
  return (JSON.parse(body) as { CountOfDocuments: number }).CountOfDocuments;
}

test('copies newest documents with masks and references to the sandbox, then keeps existing ones', async ({
  shell,
  environment,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const copy = await (await shell.openTransfer()).showCopy();
  const target = `${databaseName}-copied`;
  await expect(copy.copyButton()).toHaveAttribute('aria-disabled', 'true');
  await copy.toNew('Sandbox', target);
  await copy.onlyCollection('Orders');
  await copy.newest(40);
  await copy.choose('Follow references', '1 level');
  await copy.panel.getByLabel('Masked fields').fill('ShipTo.City, Nope');
  await checkScreen(shell, environment, 'copy-options');
  const estimate = await copy.estimate();
  await expect(estimate).toContainText('Documents40');
  await expect(estimate).toContainText('No sampled document has Nope.');
  await expect(estimate.getByRole('region', { name: 'Not copied' })).toContainText('Compare exchange');
  await checkScreen(shell, environment, 'copy-estimate');

  await copy.start();
  await copy.expectReport('Completed');
  expect(await copy.counts('Orders')).toEqual(['40', '0', '0']);
  const references = Number((await copy.counts('Referenced documents'))[0]);
  expect(references).toBeGreaterThan(10);
  await checkScreen(shell, environment, 'copy-report');
  expect(await countIn(shell, target)).toBe(40 + references);

  const query = { Query: 'from Orders limit 1' };
  const found = await sandbox(shell, 'POST', `/databases/${target}/queries`, query);
  const copied = first(found.body);
  const id = String(copied?.['@metadata']['@id']);
  const original = first(await shell.readBehindTheBack(databaseName, id));
  expect(copied?.ShipTo.Country).toBe(original?.ShipTo.Country);
  expect(copied?.ShipTo.City).not.toBe(original?.ShipTo.City);
  expect(copied?.ShipTo.City).toHaveLength(original?.ShipTo.City.length ?? -1);
  const path = `/databases/${target}/docs?id=${encodeURIComponent(original?.Employee ?? '')}`;
  expect((await sandbox(shell, 'GET', path)).status).toBe(200);

  await copy.toExisting('Sandbox', target);
  await copy.choose('Existing documents', 'Skip');
  await expect(await copy.estimate()).toContainText('25 of 25 sampled ids exist; they are kept');
  await copy.start();
  await copy.expectReport('Completed');
  expect(await copy.counts('Orders')).toEqual(['0', '40', '0']);
});

test('promotes a sandbox database to a server and lists what its license refuses first', async ({
  shell,
  environment,
  databaseName,
}) => {
  test.skip(environment !== 'served-ravendb', 'the sandbox refuses nothing');
  const local = `${databaseName}-local`;
  await shell.switchTo('Sandbox');
  await shell.createDatabase(local, { sampleData: true });
  const below = `/databases/${local}`;
  const configure = async (method: string, path: string, body: unknown): Promise<void> => {
    const answer = await sandbox(shell, method, below + path, body);
    expect(answer.status, answer.body).toBeLessThan(300);
  };
  await configure('PUT', '/admin/indexes', {
    Indexes: [{ Name: 'Orders/ByCity', Maps: ["map('Orders', o => ({ City: o.ShipTo.City }))"] }],
  });
  await configure('POST', '/admin/revisions/config', {
    Collections: { Orders: { Disabled: false, MinimumRevisionsToKeep: 2 } },
  });
  await configure('POST', '/admin/expiration/config', { Disabled: false, DeleteFrequencyInSec: 60 });
  const total = await countIn(shell, local);

  const copy = await (await shell.openTransfer()).showCopy();
  await copy.toNew(SERVER, databaseName);
  await copy.setting('Revisions configuration').check();
  await copy.setting('Expiration').check();
  const estimate = await copy.estimate();
  const refused = estimate.getByRole('region', { name: 'Refused by the target' });
  await expect(refused).toContainText('Expiration: The license allows a run every 36 hours');
  await expect(refused).not.toContainText('Revisions');
  await checkScreen(shell, environment, 'copy-refusals');
  await copy.start();
  await copy.expectReport('Completed with rejected items');
  await expect(copy.report().getByRole('grid', { name: 'Rejected items' })).toContainText('below 36 hours');
  await expect(copy.report()).toContainText('index Orders/ByCity, setting Revisions configuration');
  await checkScreen(shell, environment, 'copy-rejected');
  const download = shell.page.waitForEvent('download');
  await copy.report().getByRole('button', { name: 'Save all as CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('setting,expiration,,,');

  await shell.switchTo(SERVER);
  const read = async (path: string): Promise<string> =>
    (await shell.requestBehindTheBack('GET', `/databases/${databaseName}${path}`)).body;
  expect(JSON.parse(await read('/collections/stats'))).toMatchObject({ CountOfDocuments: total });
  expect(await read('/indexes?name=Orders%2FByCity')).toContain("map('Orders'");
  expect(JSON.parse(await read('/revisions/config'))).toMatchObject({
    Collections: { Orders: { MinimumRevisionsToKeep: 2 } },
  });
  // The settings are written after the documents.
  expect(JSON.parse(await read('/stats'))).toMatchObject({ CountOfRevisionDocuments: 0 });
});

test('copies the results of a query', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const statement = "from Orders where ShipTo.Country = 'France'";
  const { body } = await shell.requestBehindTheBack('POST', `/databases/${databaseName}/queries`, {
    Query: `${statement} limit 0`,
  });
  const { TotalResults } = JSON.parse(body) as { TotalResults: number };
  expect(TotalResults).toBeGreaterThan(10);
  const target = `${databaseName}-copied`;
  const copy = await (await shell.openTransfer()).showCopy();
  await copy.toNew('Sandbox', target);
  await copy.choose('Copy', 'Results of a query');
  await copy.panel.getByRole('textbox', { name: 'Query' }).fill(`${statement} limit 3`);
  await expect(copy.panel).toContainText('complete documents are copied');
  await expect(await copy.estimate()).toContainText(`Documents${TotalResults}`);
  await copy.start();
  await copy.expectReport('Completed');
  expect(await copy.counts('Query results')).toEqual([String(TotalResults), '0', '0']);
  expect(await countIn(shell, target)).toBe(TotalResults);
});

test('copies between two databases of a server, at the preset rate limit', async ({
  shell,
  environment,
  databaseName,
}) => {
  test.skip(environment !== 'served-ravendb', 'needs a server');
  await shell.createDatabase(databaseName, { sampleData: true });
  const below = `/databases/${databaseName}`;
  const Disabled = { Disabled: true, ReadBalanceBehavior: 'RoundRobin' };
  await shell.requestBehindTheBack('PUT', `${below}/admin/configuration/client`, Disabled);
  const stats = await shell.requestBehindTheBack('GET', `${below}/collections/stats`);
  const target = `${databaseName}-copied`;
  const copy = await (await shell.openTransfer()).showCopy();
  await copy.toNew(SERVER, target);
  await expect(copy.panel.getByLabel('Documents per second')).toHaveValue('2000');
  await copy.setting('Client configuration').check();
  const estimate = await copy.estimate();
  await expect(estimate).toContainText('at the rate limit');
  await expect(estimate).toContainText('stores the client configuration, but does not apply it');
  await copy.start();
  await copy.expectReport('Completed');
  await expect(copy.report()).toContainText('setting Client configuration');
  const copied = await shell.requestBehindTheBack('GET', `/databases/${target}/collections/stats`);
  expect(JSON.parse(copied.body)).toEqual(JSON.parse(stats.body));
  const record = await shell.requestBehindTheBack('GET', `/databases/${target}/admin/record`);
  expect(JSON.parse(record.body)).toMatchObject({ Client: Disabled });
  await shell.requestBehindTheBack('DELETE', '/admin/databases', {
    DatabaseNames: [target],
    HardDelete: true,
  });
});

test('opens the export of everything from the estimate', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const transfer = await shell.openTransfer();
  const copy = await transfer.showCopy();
  await copy.toNew('Sandbox', `${databaseName}-copied`);
  const estimate = await copy.estimate();
  await estimate.getByRole('button', { name: 'Export everything as a dump…' }).click();
  const options = shell.page.getByRole('form', { name: 'Export options' });
  await expect(options.getByRole('checkbox', { name: 'Attachments' })).toBeChecked();
});

test('cancels a copy and resumes it where it stopped', async ({ shell, environment, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const Commands = Array.from({ length: 6000 }, (_, n) => ({
    Id: `items/${n}`,
    ChangeVector: null,
    Type: 'PUT',
    Document: { N: n, '@metadata': { '@collection': 'Items' } },
  }));
  await shell.requestBehindTheBack('POST', `/databases/${databaseName}/bulk_docs`, { Commands });
  const target = `${databaseName}-copied`;
  const copy = await (await shell.openTransfer()).showCopy();
  await copy.toNew('Sandbox', target);
  await copy.panel.getByLabel('Documents per second').fill('300');
  await expect(await copy.estimate()).toContainText(/at least 20.* at the rate limit/);
  await copy.start();
  await expect(copy.progress().getByRole('status')).toContainText(/^[1-9][\d,]* of 6,000 documents/);
  await copy.progress().getByRole('button', { name: 'Cancel' }).click();
  await copy.expectReport('Cancelled');
  const before = await countIn(shell, target);
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(6000);
  await expect(copy.panel).toContainText(`The copy to ${target} on Sandbox stopped after`);
  await checkScreen(shell, environment, 'copy-cancelled');

  await copy.panel.getByRole('button', { name: 'Resume copy' }).click();
  await expect(copy.progress().getByRole('status')).toContainText('of 6,000 documents');
  await checkScreen(shell, environment, 'copy-progress');
  await copy.expectReport('Completed');
  expect(await copy.counts('Items')).toEqual(['6,000', '0', '0']);
  expect(await countIn(shell, target)).toBe(6000);
  await expect(copy.panel.getByRole('button', { name: 'Resume copy' })).toHaveCount(0);
});

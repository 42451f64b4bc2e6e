import { DocumentStore } from 'ravendb';
import { expect, test } from '../fixtures.ts';
import { ApplicationsPage } from '../pages/applications-page.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('an application uses the sandbox through its port, with a subscription, until it is closed', async ({
  shell,
  databaseName,
  environment,
}) => {
  test.skip(environment === 'served-ravendb', 'A server has an address of its own.');
  await shell.createDatabase(databaseName, { sampleData: false });
  const page = await ApplicationsPage.show(shell);
  await expect(page.panel.getByText('The address is an example until the port is open.')).toBeVisible();
  await checkScreen(shell, environment, 'applications-closed');

  await page.port.fill('70000');
  await expect(page.panel.getByText('Enter at most 65535.')).toBeVisible();
  await expect(page.open).toHaveAttribute('aria-disabled', 'true');
  await page.port.fill('0');
  await page.open.click();
  await shell.confirmation.confirm();
  const url = await page.url();
  await expect(page.code('Node.js')).toContainText(`new DocumentStore("${url}", "${databaseName}")`);
  await checkScreen(shell, environment, 'applications-open');

  const store = new DocumentStore(url, databaseName);
  store.initialize();
  const session = store.openSession();
  await session.store({ name: 'First' }, 'examples/1');
  await session.saveChanges();
  const subscription = await store.subscriptions.create({ query: 'from @all_docs' });
  const worker = store.subscriptions.getSubscriptionWorker({ subscriptionName: subscription });
  const ids = await new Promise<string[]>((resolve, reject) => {
    worker.on('batch', (batch, done) => {
      done();
      resolve(batch.items.map((item) => item.id));
    });
    worker.on('error', reject);
  });
  expect(ids).toEqual(['examples/1']);
  await expect(page.panel.getByText(/^[1-9]\d* connections? open/)).toBeVisible();
  worker.dispose();
  store.dispose();

  // The status bar shows the port on every screen.
  const documents = await shell.openDocuments();
  await documents.goTo('examples/1');
  await shell.page
    .getByRole('contentinfo', { name: 'Status' })
    .getByRole('button', { name: `Port ${new URL(url).port}` })
    .click();
  await page.close.click();
  await expect(page.panel.getByRole('heading', { name: 'Open a port for applications' })).toBeVisible();
  await expect(fetch(`${url}/databases`)).rejects.toThrow();
});

test('a server shows its address, and the code with the chosen database', async ({
  shell,
  databaseName,
  environment,
}) => {
  test.skip(environment !== 'served-ravendb', 'The sandbox has a port instead.');
  await shell.createDatabase(databaseName, { sampleData: false });
  const page = await ApplicationsPage.show(shell);
  await expect(page.panel.getByRole('heading', { name: 'Address' })).toBeVisible();
  await page.panel.getByRole('tab', { name: 'Python' }).click();
  await expect(page.code('Python')).toContainText(`"${databaseName}"`);
  await checkScreen(shell, environment, 'applications-server');
});

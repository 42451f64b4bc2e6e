import { DocumentStore } from 'ravendb';
import { z } from 'zod';
import { expect, ravendbUrl, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import type { Shell } from '../pages/shell.ts';

interface Worker {
  /** Ids in the order of arrival. */
  readonly ids: string[];
  /** The name of the error that ended it. */
  readonly ended: Promise<string>;
  stop(): void;
}

const documents = z.object({ Results: z.array(z.object({ Freight: z.number() })) });

/** The freights of all orders of the sample data. */
async function freights(shell: Shell, database: string): Promise<readonly number[]> {
  const { body } = await shell.requestBehindTheBack(
    'GET',
    `/databases/${database}/docs?startsWith=orders%2F&pageSize=2000`,
  );
  return documents.parse(JSON.parse(body)).Results.map(({ Freight }) => Freight);
}

/** A worker of the official client, in this process. */
function startWorker(url: string, database: string, subscriptionName: string): Worker {
  const store = new DocumentStore(url, database);
  store.initialize();
  const worker = store.subscriptions.getSubscriptionWorker({ subscriptionName });
  const ids: string[] = [];
  const ended = new Promise<string>((resolve) =>
    worker.on('error', (error) => resolve(error?.name ?? 'unknown')),
  );
  worker.on('batch', (batch, done) => {
    ids.push(...batch.items.map(({ id }) => id));
    done();
  });
  return {
    ids,
    ended,
    stop: () => {
      worker.dispose();
      store.dispose();
    },
  };
}

test('creates, tests, changes, disables and deletes a subscription, with a connected worker', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const all = await freights(shell, databaseName);
  const matching = all.filter((freight) => freight > 100).length;
  const screen = await shell.openSubscriptions();
  if (!(await screen.available())) {
    await checkScreen(shell, environment, 'subscriptions-missing');
    return;
  }
  await expect(screen.panel.getByText('No subscriptions', { exact: true })).toBeVisible();
  await checkScreen(shell, environment, 'subscriptions-empty');

  await screen.button('Create subscription').click();
  await screen.panel.getByLabel('Name').fill('freight');
  await expect(screen.button('Create')).toHaveAccessibleDescription('Enter a query.');
  await screen.typeQuery('from Orders as o order by o.Freight');
  await screen.button('Test').click();
  await expect(screen.panel.getByRole('alert')).toContainText(/order by/i);
  await screen.button('Create').click();
  await expect(screen.panel.getByRole('alert').first()).toContainText(/Saving the subscription/);
  await checkScreen(shell, environment, 'subscriptions-refused');

  await screen.typeQuery(
    'from Orders as o\nwhere o.Freight > 100\nselect { Company: o.Company, Freight: o.Freight, Lines: o.Lines }',
  );
  await shell.page.keyboard.press('ControlOrMeta+Enter');
  await expect(screen.tried().getByRole('row').nth(1)).toContainText('orders/');
  await expect(screen.panel.getByText(/^10 documents in .*, more can follow$/)).toBeVisible();
  await checkScreen(shell, environment, 'subscriptions-tested');
  await screen.panel.getByRole('tab', { name: 'JSON' }).click();
  await expect(screen.panel.getByText('"Results"').first()).toBeVisible();
  await screen.button('Create').click();

  await expect(screen.row('freight')).toBeVisible();
  const details = await screen.select('freight');
  await screen.expectCell('freight', 'State', 'Idle');
  await screen.expectCell('freight', 'Collection', 'Orders');
  await screen.expectCell('freight', 'Lag', all.length.toLocaleString('en'));
  await details.getByRole('button', { name: 'Count with the filter' }).click();
  await expect(details.getByText(`Exactly ${matching} match.`)).toBeVisible();

  if (environment === 'served-ravendb' && ravendbUrl !== undefined) {
    const worker = startWorker(ravendbUrl, databaseName, 'freight');
    const second = startWorker(ravendbUrl, databaseName, 'freight');
    await screen.expectCell('freight', 'State', 'Active');
    await screen.expectCell('freight', 'Lag', 'None');
    await expect(screen.row('freight')).toContainText(/127\.0\.0\.1:\d+/);
    const names = [await Promise.race([worker.ended, second.ended])];
    expect(names).toEqual(['SubscriptionInUseException']);
    expect(worker.ids.length + second.ids.length).toBe(matching);
    const rejected = details.getByRole('region', { name: 'Rejected connections' });
    await expect(rejected.getByRole('listitem')).toContainText('is occupied');
    await expect(
      details.getByRole('region', { name: 'Connected workers' }).getByText(/^Worker [\w-]+$/),
    ).toBeVisible();
    await checkScreen(shell, environment, 'subscriptions-active');

    await screen.button('Drop connections…').click();
    await screen.confirm('Drop connections');
    expect((await Promise.all([worker.ended, second.ended])).sort()).toEqual([
      'SubscriptionClosedException',
      'SubscriptionInUseException',
    ]);
    await screen.expectCell('freight', 'State', 'Idle');
    await expect(
      details.getByRole('region', { name: 'Ended connections' }).getByRole('listitem'),
    ).toContainText('Dropped by API request');
    worker.stop();
    second.stop();
  }

  await screen.button('Disable').click();
  await screen.expectCell('freight', 'State', 'Disabled');
  await screen.button('Enable').click();
  await screen.expectCell('freight', 'State', 'Idle');

  await screen.button('Client code…').click();
  const code = shell.page.getByRole('dialog', { name: 'Worker for freight' });
  await expect(code.getByText("import { DocumentStore } from 'ravendb'")).toBeVisible();
  await checkScreen(shell, environment, 'subscriptions-code');
  await shell.page.keyboard.press('Escape');
  await expect(code).toBeHidden();

  await screen.button('Edit').click();
  await expect(screen.button('Save')).toHaveAccessibleDescription('Nothing is changed.');
  await screen.typeQuery('from Orders as o where o.Freight > 120');
  await screen.chooseOption('Starting point', /^Last document/);
  await checkScreen(shell, environment, 'subscriptions-edit');
  await screen.button('Save').click();
  await screen.expectCell('freight', 'Query', 'from Orders as o where o.Freight > 120');
  await screen.expectCell('freight', 'Lag', 'None');

  await shell.restrictTo('read-only');
  for (const name of ['Create subscription', 'Edit', 'Disable', 'Drop connections…', 'Delete…'])
    await expect(screen.button(name)).toHaveAccessibleDescription(/is read-only/);
  await screen.button('Test').click();
  await expect(screen.panel.getByText('No document', { exact: true })).toBeVisible();
  await screen.chooseOption('Starting point', /^Beginning/);
  await screen.button('Test').click();
  await expect(screen.tried().getByRole('row').nth(1)).toContainText('orders/');
  await expect(screen.button('Save')).toHaveAccessibleDescription(/is read-only/);
  await checkScreen(shell, environment, 'subscriptions-read-only');
});

test('deletes with the keyboard, and shows a refusal of the licence and many subscriptions', async ({
  shell,
  databaseName,
  environment,
}) => {
  // Each of them is a command of the cluster.
  test.setTimeout(180_000);
  await shell.createDatabase(databaseName, { sampleData: true });
  const put = (body: object) =>
    shell.requestBehindTheBack('PUT', `/databases/${databaseName}/subscriptions`, body);
  const screen = await shell.openSubscriptions();
  if (!(await screen.available())) return;
  if (environment === 'served-ravendb') {
    await screen.button('Create subscription').click();
    await screen.typeQuery('from Orders (Revisions = true)');
    await screen.button('Create').click();
    const alert = screen.panel.getByRole('alert').first();
    await expect(alert).toContainText("Your license doesn't include the subscription revisions feature");
    await expect(alert).toContainText('402');
    await checkScreen(shell, environment, 'subscriptions-licence');
    await screen.button('All subscriptions').click();
    await screen.confirm('Discard');
  }
  for (let start = 0; start < 120; start += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        put({
          Name: `s${String(start + at).padStart(3, '0')}`,
          Query: at % 2 === 0 ? 'from Orders' : 'from @all_docs',
        }),
      ),
    );
  await screen.button('Refresh').click();
  await expect(screen.panel.getByText('120 subscriptions')).toBeVisible();
  await screen.expectCell('s000', 'Lag', (await freights(shell, databaseName)).length.toLocaleString('en'));
  await checkScreen(shell, environment, 'subscriptions-many');

  await screen.panel.getByLabel('Filter subscriptions').fill('s119');
  await expect(screen.panel.getByText('1 of 120 subscriptions')).toBeVisible();
  await screen.select('s119');
  await shell.page.keyboard.press('Delete');
  await screen.confirm('Delete subscription');
  await expect(screen.panel.getByText('No subscription matches')).toBeVisible();
  await expect(screen.panel.getByText('0 of 119 subscriptions')).toBeVisible();
});

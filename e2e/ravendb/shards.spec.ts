import { expect, ravendbUrl, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('finds the shard of an id, and an id that is stored with another', async ({
  shell,
  databaseName,
  environment,
}) => {
  const created = await fetch(
    `${ravendbUrl ?? ''}/admin/databases?name=${databaseName}&replicationFactor=1`,
    {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        DatabaseName: databaseName,
        Sharding: {
          Shards: { 0: { Members: ['A'] }, 1: { Members: ['A'] } },
          Orchestrator: { Topology: { Members: ['A'] } },
        },
      }),
    },
  );
  expect(created.status, await created.text()).toBe(201);
  await shell.page.getByRole('button', { name: /^(Select a database|Database: )/ }).click();
  await shell.page.getByRole('option', { name: `${databaseName}$0` }).click();
  await shell.command('Find the shard of a document id');
  await shell
    .panel()
    .getByLabel(/^Document ids/)
    .fill('orders/1-A\norders/2-A');
  const rows = shell.panel().getByRole('grid', { name: 'Shards of ids' });
  await expect(rows.getByRole('row', { name: /^orders\/1-A 0 151,326$/ })).toBeVisible();
  await expect(rows.getByRole('row', { name: /^orders\/2-A 1 831,716$/ })).toBeVisible();
  await shell.panel().getByLabel('New id').fill('lines/7');
  await shell.panel().getByRole('textbox', { name: 'Stored with' }).fill('orders/2-A');
  await expect(shell.panel().getByText('Shard 1, bucket 831,716: the same as orders/2-A.')).toBeVisible();
  await checkScreen(shell, environment, 'shards');
});

import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { countMatches, writeItems } from '../pages/patch-data.ts';
import type { Shell } from '../pages/shell.ts';

const QUERY = "from index 'ByName' where Name = 'Ann'";

/** Stops an index while it is behind: a query that waits for it runs until it is cancelled. */
async function leaveIndexBehind(shell: Shell, database: string): Promise<void> {
  const send = (method: string, path: string, body: object) =>
    shell.requestBehindTheBack(method, `/databases/${database}${path}`, body);
  const map = "map('Items', item => ({ Name: item.Name }))";
  await send('PUT', '/admin/indexes', { Indexes: [{ Name: 'ByName', Maps: [map] }] });
  await countMatches(shell, database, QUERY);
  await send('POST', '/admin/indexes/stop', {});
  await writeItems(shell, database, ['items/2'], { Name: 'Ann' });
}

test('lists running queries and cancels one', async ({ shell, databaseName, environment }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await writeItems(shell, databaseName, ['items/1'], { Name: 'Ann' });
  const activity = await shell.openActivity();
  await activity.filter('Filter running queries', databaseName);
  await expect(activity.panel.getByText(/^No (query is running|running query matches)$/)).toBeVisible();

  await leaveIndexBehind(shell, databaseName);
  const ended = shell.requestBehindTheBack('POST', `/databases/${databaseName}/queries`, {
    Query: QUERY,
    WaitForNonStaleResults: true,
    WaitForNonStaleResultsTimeout: '00:02:00',
  });
  const details = await activity.select('Running queries', 'ByName');
  await expect(details).toContainText(QUERY);
  await expect(activity.rows('Running queries', 'Waits for index')).toHaveCount(1);
  await checkScreen(shell, environment, 'activity-queries');

  await details.getByRole('button', { name: 'Cancel query' }).click();
  await activity.confirm('Cancel query');
  // RavenDB ends a query that waits for its index only when the wait ends.
  await shell.requestBehindTheBack('POST', `/databases/${databaseName}/admin/indexes/start`, {});
  expect((await ended).status).toBeGreaterThanOrEqual(400);
  await expect(activity.rows('Running queries', 'ByName')).toHaveCount(0);
});

test('lists operations with their progress and cancels one', async ({ shell, databaseName, environment }) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const total = await countMatches(shell, databaseName, 'from @all_docs limit 0');
  const patch = await shell.openPatch();
  await patch.write('from @all_docs update { this.Touched = true; }');
  await patch.limitTo(20);
  await patch.run('Patch', total);
  await expect(patch.progress()).toContainText('Running');

  const activity = await shell.openActivity();
  await activity.tab('Operations');
  await activity.filter('Filter operations', databaseName);
  const details = await activity.select('Operations', 'Update by query');
  await expect(details).toContainText('this.Touched = true');
  await checkScreen(shell, environment, 'activity-operations');
  await details.getByRole('button', { name: 'Cancel operation' }).click();
  await activity.confirm('Cancel operation');
  await expect(activity.rows('Operations', 'Cancelled')).toHaveCount(1);
  await expect(details.getByRole('button', { name: 'Cancel operation' })).toHaveCount(0);
});

test('watches requests, log and notifications of a server', async ({ shell, databaseName, environment }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const activity = await shell.openActivity();
  await activity.tab('Requests');
  await expect(activity.panel.getByText('Live', { exact: true })).toBeVisible();
  await activity.filter('Filter requests', databaseName);
  await writeItems(shell, databaseName, ['items/1', 'items/2'], { Name: 'Ann' });
  await countMatches(shell, databaseName, "from Items where Name = 'Ann'");
  const details = await activity.select('Requests', "from Items where Name = 'Ann'");
  await expect(details).toContainText(`/databases/${databaseName}/queries`);
  await checkScreen(shell, environment, 'activity-requests');
  await activity.choose('Group by', 'By route');
  await expect(activity.rows('Groups of requests', 'PUT /databases/*/docs')).toContainText('2');
  await checkScreen(shell, environment, 'activity-request-groups');

  await activity.tab('Log');
  if (environment !== 'served-ravendb') {
    await expect(activity.panel.getByText('The sandbox does not report its log')).toBeVisible();
    await checkScreen(shell, environment, 'activity-log');
    return;
  }
  await activity.choose('Level', 'Debug and above');
  await activity.filter('Filter log lines', databaseName);
  await expect(activity.panel.getByText('Live', { exact: true })).toBeVisible();
  await writeItems(shell, databaseName, ['items/3'], { Name: 'Ann' });
  await expect((await activity.select('Log lines', databaseName)).getByText('Message')).toBeVisible();
  await checkScreen(shell, environment, 'activity-log');
  // At the second level, only what is worse is listed.
  await activity.choose('Level', 'Error and above');
  await writeItems(shell, databaseName, ['items/4'], { Name: 'Ann' });
  await expect(activity.rows('Log lines', databaseName)).toHaveCount(0);
  await activity.choose('Level', 'Debug and above');
  await writeItems(shell, databaseName, ['items/5'], { Name: 'Ann' });
  await expect(activity.rows('Log lines', databaseName).first()).toBeVisible();

  await activity.tab('Notifications');
  await activity.choose('Database', `Of the server and ${databaseName}`);
  // Tests have no licence, and the server says so.
  const notification = await activity.select('Notifications', 'without a license');
  await expect(notification.getByRole('button', { name: 'Postpone' })).toBeVisible();
  await checkScreen(shell, environment, 'activity-notifications');

  await activity.tab('Internals');
  await expect(activity.rows('TCP connections', 'Established').first()).toBeVisible();
  await checkScreen(shell, environment, 'activity-internals');
  await activity.choose('Database', databaseName);
  await activity.tab('Tombstones');
  await expect(activity.rows('Tombstones', 'Items').first()).toContainText("Index 'Auto/Items/ByName'");
  await activity.tab('Transactions');
  await expect(activity.panel.getByText(/^No transaction is open in the \d+ environments/)).toBeVisible();
});

import { securedFolder, securedUrl } from '../environment/secured-ravendb.ts';
import { expect, test } from '../fixtures.ts';
import { choosePemFiles } from '../pages/certificate-form.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { writeItems } from '../pages/patch-data.ts';

test.skip(securedFolder === undefined, 'no secured RavenDB server (set ROOKERY_TEST_RAVENDB_SECURE)');

test('the screens of an outage are live on a server with TLS and client certificates', async ({
  shell,
  environment,
  databaseName,
  consoleErrors,
}) => {
  test.slow();
  const form = await shell.fillServer('Production', securedUrl, 'Full');
  await choosePemFiles(form, 'admin');
  await form.getByRole('button', { name: 'Add server' }).click();
  await shell.confirmation.confirm();
  await expect(form).toBeHidden();
  await shell.switchTo('Production');
  try {
    await shell.createDatabase(databaseName, { sampleData: true });

    const overview = await shell.openOverview();
    await overview.live();
    await expect(overview.figure('Processor', 'Server process')).toBeVisible();
    await expect(overview.figure('Memory', 'Working set')).toBeVisible();

    const activity = await shell.openActivity();
    await activity.tab('Requests');
    await expect(activity.panel.getByText('Live', { exact: true })).toBeVisible();
    await activity.filter('Filter requests', databaseName);
    await writeItems(shell, databaseName, ['items/1'], { Name: 'Ann' });
    await expect(activity.rows('Requests', '/docs').first()).toBeVisible();
    await activity.tab('Log');
    await activity.choose('Level', 'Debug and above');
    await expect(activity.panel.getByText('Live', { exact: true })).toBeVisible();
    await writeItems(shell, databaseName, ['items/2'], { Name: 'Ann' });
    await expect(activity.grid('Log lines').getByRole('row').nth(1)).toBeVisible();
    await activity.tab('Internals');
    await expect(activity.rows('TCP connections', 'Established').first()).toBeVisible();

    const io = await shell.openIo();
    await io.isLive();
    await io.showAll();
    await io.tab('Statistics');
    await expect(io.count('Statistics by type', /Journal write/)).not.toHaveText('0');
    await checkScreen(shell, environment, 'secured-io');

    const memory = await shell.openMemory();
    await expect(memory.getByText(/^Working set [\d.,]+ .B/)).toBeVisible();
    const cluster = await shell.openCluster();
    await expect(cluster.panel).toContainText('https://localhost');
    await checkScreen(shell, environment, 'secured-cluster');
    expect(consoleErrors).toEqual([]);
  } finally {
    await shell.requestBehindTheBack('DELETE', '/admin/databases', {
      HardDelete: true,
      DatabaseNames: [databaseName],
    });
  }
});

import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { expect, test } from '../fixtures.ts';
import { ActivityPage } from '../pages/activity-page.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { countMatches, writeItems } from '../pages/patch-data.ts';

const exported = z.object({
  figures: z.array(z.looseObject({ id: z.string(), samples: z.number() })),
  changes: z.looseObject({ changes: z.array(z.looseObject({ id: z.string() })) }).nullable(),
});

test('shows live figures with a link to the screen that explains each', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const overview = await shell.openOverview();
  await overview.live();
  await expect(overview.figure('Processor', 'Server process', '%')).toBeVisible();
  await expect(overview.figure('Queries', 'Running')).toBeVisible();
  await expect(overview.figure('Problems', 'Indexing errors')).toBeVisible();
  await expect(overview.panel.getByText(/^≈ \d+ requests\/min, \d live feeds?$/)).toBeVisible();

  if (environment === 'served-ravendb') {
    await expect(overview.figure('Memory', 'Working set', 'B')).toBeVisible();
    await expect(overview.figure('Requests', 'Requests', '/s')).toBeVisible();
    await expect(overview.figure('Disk', 'Read', 'B/s')).toBeVisible();
  }
  await overview.panel.getByRole('switch', { name: 'Watch requests' }).click();
  await expect(async () => {
    await countMatches(shell, databaseName, 'from @all_docs limit 0');
    await expect(overview.figure('Requests', 'Median')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  if (environment === 'served-ravendb') {
    await overview.figure('Requests', 'Requests', '/s').click();
    await expect(shell.panel().getByRole('tab', { name: 'Requests', selected: true })).toBeVisible();
  } else {
    await expect(overview.tile('Garbage collection')).toContainText(
      'The sandbox does not report garbage collection.',
    );
    await expect(overview.tile('Indexing')).toContainText(
      'Not reported: indexed, mapped and reduced entries per second.',
    );
  }
  await shell.openOverview();
  await overview.figure('Processor', 'Server process').click();
  await expect(shell.page.getByRole('tab', { name: /^Threads/, selected: true }).first()).toBeVisible();
});

test('shows the longest running query', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await writeItems(shell, databaseName, ['items/1'], { Name: 'Ann' });
  const send = (method: string, path: string, body: object) =>
    shell.requestBehindTheBack(method, `/databases/${databaseName}${path}`, body);
  const map = "map('Items', item => ({ Name: item.Name }))";
  await send('PUT', '/admin/indexes', { Indexes: [{ Name: 'ByName', Maps: [map] }] });
  const query = "from index 'ByName' where Name = 'Ann'";
  await countMatches(shell, databaseName, query);
  await send('POST', '/admin/indexes/stop', {});
  await writeItems(shell, databaseName, ['items/2'], { Name: 'Ann' });

  const overview = await shell.openOverview();
  await overview.live();
  const ended = send('POST', '/queries', {
    Query: query,
    WaitForNonStaleResults: true,
    WaitForNonStaleResultsTimeout: '00:02:00',
  });
  await expect(overview.tile('Queries').getByText(query)).toBeVisible();
  await overview.figure('Queries', 'Longest running').click();
  const activity = new ActivityPage(shell.page, shell.panel());
  await expect(activity.rows('Running queries', databaseName)).toHaveCount(1);
  await send('POST', '/admin/indexes/start', {});
  expect((await ended).status).toBe(200);
});

test('reports what changed, and exports it', async ({ shell, databaseName, environment }) => {
  // It needs samples of half a minute and of the time before.
  test.slow();
  await shell.createDatabase(databaseName, { sampleData: false });
  await writeItems(shell, databaseName, ['items/1', 'items/2', 'items/3'], { Name: 'Ann' });
  const overview = await shell.openOverview();
  await overview.live();
  await expect(overview.changes.getByRole('status')).toHaveText('Too few samples to compare yet.');
  await overview.compared();

  const map =
    "map('Items', item => { if (item.Name) throw new Error('broken'); return { Name: item.Name }; })";
  const { status, body } = await shell.requestBehindTheBack(
    'PUT',
    `/databases/${databaseName}/admin/indexes`,
    { Indexes: [{ Name: 'Broken', Maps: [map] }] },
  );
  expect(status, body).toBe(201);
  const change = overview.changes.getByRole('listitem').filter({ hasText: 'Indexing errors' });
  await expect(change).toBeVisible({ timeout: 25_000 });
  await expect(change).toContainText(/\+\d/);
  const file = await shell.downloaded(async () => {
    await overview.panel.getByRole('button', { name: 'Export' }).click();
    await shell.page.getByRole('menuitem', { name: 'Metrics with samples as JSON' }).click();
  });
  const { figures, changes } = exported.parse(JSON.parse(await readFile(file, 'utf8')));
  expect(figures.find(({ id }) => id === 'cpu.process')?.samples).toBeGreaterThan(10);
  expect(changes?.changes.map(({ id }) => id)).toContain('problems.indexingErrors');
  await checkScreen(shell, environment, 'overview-changes');

  await overview.pick('CPU of the server process', 0.7);
  await overview.pick('CPU of the server process', 0.95);
  await expect(overview.changes.getByRole('slider', { name: 'Second moment' })).toBeVisible();
  await expect(overview.changes.getByRole('status')).toBeVisible();
  await shell.page.setViewportSize({ width: 1024, height: 768 });
  await checkScreen(shell, environment, 'overview-narrow');
});

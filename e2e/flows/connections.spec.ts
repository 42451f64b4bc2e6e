import { readFile } from 'node:fs/promises';
import { runServerDoubles } from '../environment/server-doubles.ts';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

const file = (connections: unknown): { name: string; mimeType: string; buffer: Buffer } => ({
  name: 'connections.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify({ format: 'rookery-connections', version: 1, connections })),
});

test('a list of 100 connections is added from a file, grouped, searched and exported', async ({
  shell,
  environment,
  consoleErrors,
}) => {
  test.slow();
  const { page } = shell;
  // Five of production do not listen, and ten of the others accept a request and never answer it.
  const doubles = await runServerDoubles(100, (index) =>
    index >= 90 ? 'hangs' : index >= 15 && index < 20 ? 'absent' : 'answers',
  );
  const servers = doubles.urls.map((url, index) => ({
    name: `Shop-${index + 1}`,
    url,
    colour: 'blue',
    ...(index < 60 ? { group: index < 20 ? 'Production' : 'Staging' } : {}),
  }));
  const list = await shell.openConnections();
  const chooser = list.getByLabel('Connection list file');
  await chooser.setInputFiles(file([{ name: 'x', url: 'file:///etc/passwd', colour: 'blue' }]));
  await expect(page.getByText('The file is not a Rookery connection list')).toBeVisible();
  await chooser.setInputFiles(file(servers));
  await expect(page.getByText('Added 100 read-only connections', { exact: false })).toBeVisible({
    timeout: 45_000,
  });
  const production = list.getByRole('region', { name: 'Production' });
  await expect(production.getByRole('listitem')).toHaveCount(20);
  await expect(list.getByRole('region', { name: 'Staging' }).getByRole('listitem')).toHaveCount(40);
  const summary = list.getByRole('status').filter({ hasText: '100 servers' });
  await expect(summary).toHaveText('100 servers: 85 reachable, 15 unreachable', { timeout: 45_000 });
  await expect(production).toContainText('20 servers: 15 reachable, 5 unreachable');
  await expect(production.getByRole('group', { name: 'State of Shop-3', exact: true })).toContainText(
    /Reachable7\.1\.5 · /,
  );
  await expect(production.getByRole('group', { name: 'State of Shop-16' })).toContainText(
    /Unreachablenext check \d\d:\d\d/,
  );
  await expect(production.getByRole('listitem').nth(15)).toContainText('127.0.0.1');
  // The host has eight at a time; the end of a connection can arrive after the next one.
  expect(doubles.mostAtOnce()).toBeLessThanOrEqual(16);
  expect(new Set(doubles.requests())).toEqual(new Set(['GET /build/version']));
  await checkScreen(shell, environment, 'connections-states');
  await list.getByRole('searchbox', { name: 'Search connections' }).fill('production unreachable');
  await expect(list.getByRole('listitem')).toHaveCount(5);
  await list.getByRole('searchbox', { name: 'Search connections' }).fill('');
  await production.getByRole('button', { name: 'Add Shop-7 to favourites' }).click();
  const favourites = list.getByRole('region', { name: 'Sandbox and favourites' });
  await expect(favourites).toContainText('Shop-7');
  await expect(production.getByRole('listitem')).toHaveCount(19);
  await checkScreen(shell, environment, 'connections-groups');

  await list.getByRole('searchbox', { name: 'Search connections' }).fill('staging shop-33');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('searchbox', { name: 'Search connections' }).fill('nowhere');
  await expect(list.getByText('No connection has “nowhere”')).toBeVisible();
  await list.getByRole('searchbox', { name: 'Search connections' }).fill('');

  // A second time, nothing is added.
  await chooser.setInputFiles(file(servers));
  await expect(page.getByText('No new connection: 100 known addresses', { exact: false })).toBeVisible();

  const download = page.waitForEvent('download');
  await list.getByRole('button', { name: 'Actions for the list' }).click();
  await page.getByRole('menuitem', { name: 'Export list without secrets' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain('"name": "Shop-7"');
  expect(text).not.toContain('mode');
  expect(consoleErrors).toEqual([]);
  await doubles.close();
});

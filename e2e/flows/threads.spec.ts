import { rm } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { ThreadsPage } from '../pages/threads-page.ts';
import { startSpinningNode } from '../environment/spinning-node.ts';

test.beforeEach(({ environment }) => {
  test.skip(
    environment === 'served-ravendb',
    'the embedded RavenDB package has no Raven.Debug to capture with',
  );
});

test('shows a profile as icicle, by function and per thread over time', async ({
  shell,
  environment,
  databaseName,
}) => {
  test.setTimeout(180_000);
  await shell.createDatabase(databaseName, { sampleData: true });
  const threads = new ThreadsPage(shell.page, await shell.openThreads());
  await threads.tab('Profile');
  await expect(threads.panel.getByText('Profile threads')).toBeVisible();
  await checkScreen(shell, environment, 'threads-profile-empty');
  await threads.profile(6, 50);
  await expect(threads.facts()).toContainText('longest pause');
  await checkScreen(shell, environment, 'threads-profile-icicle');

  await threads.show(/^Show functions/);
  const functions = threads.panel.getByRole('grid', { name: 'Functions by total' });
  await expect(functions.getByRole('row').nth(3)).toBeVisible();
  const callers = threads.panel.getByRole('region', { name: 'Called from' });
  await expect(callers).toBeVisible();
  await threads.search('start_thread');
  await expect(functions.getByRole('row').nth(1)).toContainText('start_thread');
  await threads.search('');
  await checkScreen(shell, environment, 'threads-profile-functions');

  await threads.show(/^Show threads over time/);
  const lanes = threads.panel.getByRole('grid', { name: 'Threads over time' });
  // Every lane has the length of the profile: its blocks cover all six captures.
  await expect(lanes.getByRole('row').nth(2)).toBeVisible();
  await lanes.getByRole('gridcell').first().click();
  await expect(threads.panel.getByRole('region', { name: 'Stack at this time' })).toContainText(
    /captures? 1/,
  );
  await lanes.getByRole('gridcell').first().press('ArrowDown');
  await expect(lanes.locator('[aria-selected=true]')).toBeFocused();
  await checkScreen(shell, environment, 'threads-profile-timeline');
  await threads.search('no thread is called that');
  await expect(threads.panel.getByText('No thread matches')).toBeVisible();
});

test('compares two captures and names the changes', async ({ shell, environment, databaseName }) => {
  test.setTimeout(180_000);
  await shell.createDatabase(databaseName, { sampleData: true });
  const threads = new ThreadsPage(shell.page, await shell.openThreads());
  await threads.tab('Compare');
  await expect(threads.panel.getByText('Two captures needed')).toBeVisible();
  await checkScreen(shell, environment, 'threads-compare-empty');
  await threads.tab('Stacks');
  await checkScreen(shell, environment, 'threads-stacks-empty');
  await threads.capture();
  await threads.capture();
  await checkScreen(shell, environment, 'threads-stacks-icicle');
  await threads.show(/^Show as list/);
  await checkScreen(shell, environment, 'threads-stacks-list');
  await threads.tab('Compare');
  const compare = threads.toolbar('Compare');
  await expect(compare.getByRole('combobox', { name: /Before/ })).toContainText('Capture 1');
  await expect(compare.getByRole('combobox', { name: /After/ })).toContainText('Capture 2');
  await checkScreen(shell, environment, 'threads-compare');
  await compare.getByRole('button', { name: 'Swap before and after' }).click();
  await expect(compare.getByRole('combobox', { name: /Before/ })).toContainText('Capture 2');
});

test('captures the stacks of another process of the same user, with JavaScript names', async ({
  shell,
  environment,
  databaseName,
}) => {
  test.skip(process.platform !== 'linux', 'other processes are captured on Linux only');
  test.setTimeout(180_000);
  await shell.createDatabase(databaseName, { sampleData: false });
  const node = await startSpinningNode();
  try {
    const threads = new ThreadsPage(shell.page, await shell.openThreads());
    await threads.tab('Stacks');
    const dialog = await threads.openProcesses();
    await expect(dialog.getByRole('region', { name: 'Capture support' })).toContainText(
      /other|captured|children/i,
    );
    await checkScreen(shell, environment, 'threads-processes');
    await shell.page.keyboard.press('Escape');
    await threads.capture();
    await threads.aimAt(`spinForTheTest ${node.pid}`);
    await expect(threads.panel.getByRole('combobox', { name: /Process/ })).toContainText(String(node.pid));
    await threads.capture();
    await threads.show(/^Show as text/);
    await expect(threads.panel.locator('.monaco-editor .view-lines')).toContainText(
      /spinForTheTest|epoll|futex/,
    );
    await threads.show(/^Show as icicle/);
    // An engine and a Node process have little in common: all of one is gone, most of the other is new.
    await threads.tab('Compare');
    const changes = threads.panel.getByRole('grid', { name: 'Changes, largest first' });
    await expect(changes.getByRole('row').nth(2)).toBeVisible();
    await expect(changes).toContainText('new');
    await expect(changes).toContainText('gone');
    await checkScreen(shell, environment, 'threads-compare-changed');
    await threads.tab('Profile');
    await threads.profile(5, 20);
    await threads.search('spinForTheTest');
    await expect(threads.panel.getByRole('status').filter({ hasText: /%/ })).not.toContainText('(0.0 %)');
    await checkScreen(shell, environment, 'threads-other-process');
    // The process continues normally afterwards.
    expect(() => process.kill(node.pid, 0)).not.toThrow();
  } finally {
    await node.stop();
    await rm(`/tmp/perf-${node.pid}.map`, { force: true });
  }
});

test('shows another process live until it exits, and captures one of its threads with one click', async ({
  shell,
  environment,
}) => {
  test.skip(process.platform !== 'linux', 'other processes are watched on Linux only');
  const node = await startSpinningNode();
  try {
    const threads = new ThreadsPage(shell.page, await shell.openThreads());
    await expect(threads.liveRows('the server').nth(2)).toBeVisible({ timeout: 30_000 });
    await threads.aimAt(`spinForTheTest ${node.pid}`);
    const rows = threads.liveRows(String(node.pid));
    await expect(rows.nth(2)).toBeVisible();
    await expect(rows.filter({ hasText: /MainThread|node/ }).first()).toContainText(/Running|Wait/);
    // The threads of the engine are not listed.
    await threads.filterLive('rookery');
    await expect(threads.panel.getByText('No thread matches')).toBeVisible();
    await threads.filterLive('');
    await expect(rows.nth(2)).toBeVisible();
    await checkScreen(shell, environment, 'threads-live-process');

    await rows
      .getByRole('button', { name: new RegExp(`^Stack of .* ${node.pid}$`) })
      .first()
      .click();
    await expect(threads.facts()).toContainText('1 thread', { timeout: 60_000 });
    await expect(threads.panel.getByRole('combobox', { name: /Process/ })).toContainText(String(node.pid));
    await threads.tab('Live');
    await expect(rows.nth(2)).toBeVisible();
    await node.stop();
    const ended = threads.panel.getByRole('status').filter({ hasText: 'exited' });
    await expect(ended).toBeVisible();
    await expect(rows.nth(2)).toBeVisible();
    await checkScreen(shell, environment, 'threads-live-ended');
    await ended.getByRole('button', { name: 'Show this engine' }).click();
    await expect(threads.liveRows('the server').nth(2)).toBeVisible();
  } finally {
    await node.stop();
    await rm(`/tmp/perf-${node.pid}.map`, { force: true });
  }
});

test('opens and searches a file of folded stacks', async ({ shell }) => {
  const threads = new ThreadsPage(shell.page, await shell.openThreads());
  await threads.tab('Stacks');
  await threads.openFile({
    name: 'shop.folded',
    mimeType: 'text/plain',
    buffer: Buffer.from('main;serve;read 3\nmain;serve;write 1\n'),
  });
  await expect(threads.facts()).toContainText('4 samples');
  await expect(threads.facts()).toContainText('2 different stacks');
  await expect(threads.panel.getByText('shop.folded').first()).toBeVisible();

  const icicle = threads.panel.getByRole('tree', { name: 'Stacks as an icicle' });
  const place = icicle.getByRole('treeitem');
  await icicle.hover({ position: { x: 40, y: 70 } });
  await expect(threads.panel.getByText('3 samples, 75.0 %, runtime and libraries')).toBeVisible();
  await icicle.click({ position: { x: 40, y: 70 } });
  await expect(place).toHaveAccessibleName('read, 3 samples, 75.0 %, runtime and libraries');
  await expect(place).toBeFocused();
  await shell.page.keyboard.press('ArrowRight');
  await expect(place).toHaveAccessibleName('write, 1 sample, 25.0 %, runtime and libraries');
  const narrow = await place.boundingBox();
  await shell.page.keyboard.press('Enter');
  await expect
    .poll(async () => (await place.boundingBox())?.width ?? 0)
    .toBeGreaterThan(3 * (narrow?.width ?? 0));
  await threads.search('read');
  await expect(threads.facts()).toContainText('75.0 %');
});

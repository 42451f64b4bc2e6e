import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { expect, ravendbUrl, test } from '../fixtures.ts';

test('writes appear in the live timeline, and a recording goes out and comes back', async ({
  shell,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const io = await shell.openIo();
  await expect(io.getByText('Live', { exact: true })).toBeVisible();
  const statistics = io.getByRole('table');
  await expect(statistics.getByRole('row', { name: /Journal write/ })).toBeVisible();
  await io.getByRole('button', { name: 'Show all' }).click();
  await expect(
    statistics
      .getByRole('row', { name: /Journal write/ })
      .getByRole('cell')
      .first(),
  ).not.toHaveText('0');

  const canvas = io.getByRole('application');
  await canvas.focus();
  await canvas.press(']');
  await expect(io.getByRole('status').filter({ hasText: 'Duration' })).toContainText('Size');

  const file = await shell.downloaded(() => io.getByRole('button', { name: 'Export' }).click());
  const recording = z
    .object({ Environments: z.array(z.object({ Type: z.string() })) })
    .parse(JSON.parse(await readFile(file, 'utf8')));
  expect(recording.Environments.map(({ Type }) => Type)).toContain('Documents');

  await io.getByLabel('I/O recording file').setInputFiles(file);
  await expect(io.getByText(/^File: /)).toBeVisible();
  await expect(io.getByRole('row', { name: /Journal write/ })).toBeVisible();
});

test('a file that is no recording is refused in a sentence', async ({ shell, databaseName }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const io = await shell.openIo();
  await io
    .getByLabel('I/O recording file')
    .setInputFiles({ name: 'holiday.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
  await expect(shell.page.getByText(/not an I\/O recording/).first()).toBeVisible();
});

test('threads are listed live, and their stacks are captured or the refusal is explained', async ({
  shell,
  world,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const threads = await shell.openThreads();
  await expect(threads.getByRole('grid').getByRole('row').nth(2)).toBeVisible({ timeout: 30_000 });
  await threads.getByRole('tab', { name: /Stacks/ }).click();
  await threads
    .getByRole('button', { name: /Capture/ })
    .first()
    .click();
  if (world === 'served-ravendb') {
    test.info().annotations.push({ type: 'server', description: ravendbUrl ?? '' });
    // A full package captures; the embedded one lacks the tool and says so. Both are answers a person can use.
    await expect(
      threads
        .getByRole('region', { name: 'What it means' })
        .or(threads.getByRole('toolbar', { name: 'Stacks' }).getByText(/thread/))
        .first(),
    ).toBeVisible({ timeout: 60_000 });
    return;
  }
  await expect(threads.getByText(/held|paused|stopped|pause/i).first()).toBeVisible({ timeout: 60_000 });
  await threads.getByRole('button', { name: 'Show as text' }).click();
  await expect(threads.locator('.monaco-editor .view-lines')).toContainText(/futex|epoll|cond_/);
  // The engine's own functions have their names, also inside the module that a foreign program loaded.
  const { body } = await shell.requestBehindTheBack('GET', '/admin/debug/threads/stack-trace');
  expect(body).toMatch(/rookery_(engine|api)::/);
});

import { expect, ravendbUrl, test } from '../fixtures.ts';

test('lists threads live, and captures stacks or explains the refusal', async ({
  shell,
  environment,
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
  if (environment === 'served-ravendb') {
    test.info().annotations.push({ type: 'server', description: ravendbUrl ?? '' });
    // A full package captures; the embedded one lacks the tool. The screen must show either result.
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
  // Functions of the engine are symbolised, also in the module loaded by another program.
  const { body } = await shell.requestBehindTheBack('GET', '/admin/debug/threads/stack-trace');
  expect(body).toMatch(/rookery_(engine|api)::/);
});

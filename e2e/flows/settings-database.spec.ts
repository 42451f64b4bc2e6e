import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import type { Shell } from '../pages/shell.ts';

test('shows a display name for a database, and finds the database by both names', async ({
  shell,
  databaseName,
  environment,
}) => {
  const { page } = shell;
  const shown = `Web shop ${databaseName.slice(-6)}`;
  await shell.createDatabase(databaseName, { sampleData: false });
  const settings = await shell.openSettings();
  const state = settings.getByRole('region', { name: 'Database state' });
  await state.getByLabel('Display name').fill('x'.repeat(61));
  await expect(state.getByText('Use at most 60 characters; these are 61.')).toBeVisible();
  await expect(state.getByRole('button', { name: 'Save display name' })).toBeDisabled();
  await state.getByLabel('Display name').fill(` ${shown} `);
  await state.getByRole('button', { name: 'Save display name' }).click();
  await state.getByLabel('Display name').scrollIntoViewIfNeeded();
  await checkScreen(shell, environment, 'settings-display-name');

  const picker = page.getByRole('button', { name: `Database: ${databaseName}, shown as ${shown}` });
  await expect(picker).toContainText(shown);
  for (const typed of [databaseName, shown]) {
    await picker.click();
    await page.keyboard.insertText(typed);
    await expect(page.getByRole('option').first()).toContainText(`${shown}${databaseName}`);
    await page.keyboard.press('Escape');
  }
  const dashboard = await shell.openDashboard();
  await dashboard.getByPlaceholder('Find a database').fill(shown);
  await expect(dashboard.getByRole('row', { name: new RegExp(`${shown} ${databaseName}`) })).toBeVisible();
  await expect(dashboard.getByRole('heading', { name: shown })).toBeVisible();
  await checkScreen(shell, environment, 'dashboard-display-name');

  await shell.workspaceHolds(shown);
  await page.reload();
  await shell.ready();
  await expect(picker).toContainText(shown);
  const again = (await shell.openSettings()).getByRole('region', { name: 'Database state' });
  await again.getByLabel('Display name').fill('');
  await again.getByRole('button', { name: 'Save display name' }).click();
  await expect(page.getByRole('button', { name: `Database: ${databaseName}`, exact: true })).toBeVisible();
});

test('locks a database against deletion, and reads the mode back from its record', async ({
  shell,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const state = (await shell.openSettings()).getByRole('region', { name: 'Database state' });
  const lockInRecord = async (): Promise<unknown> =>
    (await recordOf(shell, databaseName)).LockMode ?? 'Unlock';
  const choose = async (mode: RegExp): Promise<void> => {
    await state.getByLabel('Lock mode').click();
    await shell.page.getByRole('option', { name: mode }).click();
    await state.getByRole('button', { name: 'Save lock mode' }).click();
    await expect(state.getByRole('button', { name: 'Save lock mode' })).toBeHidden();
  };

  await state.getByLabel('Lock mode').click();
  await shell.page.getByRole('option', { name: /^Refuse deletion/ }).click();
  await expect(state.getByText(`Requests to delete ${databaseName} will fail with an error.`)).toBeVisible();
  await state.getByRole('button', { name: 'Revert' }).click();
  expect(await lockInRecord()).toBe('Unlock');
  await choose(/^Refuse deletion/);
  expect(await lockInRecord()).toBe('PreventDeletesError');
  const refused = await shell.requestBehindTheBack('DELETE', '/admin/databases', {
    DatabaseNames: [databaseName],
    HardDelete: true,
  });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  await choose(/^Unlocked/);
  expect(await lockInRecord()).toBe('Unlock');
});

test('sets and clears the client configuration', async ({ shell, databaseName, environment }) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const client = (await shell.openSettings()).getByRole('region', { name: 'Client configuration' });
  const stored = async (): Promise<unknown> => (await recordOf(shell, databaseName)).Client;
  const save = async (): Promise<void> => {
    await client.getByRole('button', { name: 'Save' }).click();
    await expect(client.getByRole('button', { name: 'Save' })).toBeDisabled();
  };

  await client.getByRole('checkbox', { name: 'Apply to clients of this database' }).click();
  await client.getByLabel('Maximum requests per session').fill('50');
  await expect(client.getByText(/^A session may send at most 50 requests/)).toBeVisible();
  if (environment === 'served-ravendb') {
    // Without a licence the server refuses it.
    await client.getByRole('button', { name: 'Save' }).click();
    await expect(client.getByRole('alert')).toContainText('license');
    expect(await stored()).toBeFalsy();
    return;
  }
  await save();
  expect(await stored()).toMatchObject({
    Disabled: false,
    MaxNumberOfRequestsPerSession: 50,
  });

  await client.getByLabel('Maximum requests per session').fill('');
  await client.getByRole('checkbox', { name: 'Apply to clients of this database' }).click();
  await save();
  expect(await stored()).toMatchObject({
    Disabled: true,
    MaxNumberOfRequestsPerSession: null,
  });
});

/** The record of a database, as the server holds it. */
async function recordOf(
  shell: Shell,
  database: string,
): Promise<{ readonly LockMode?: unknown; readonly Client?: unknown }> {
  const { body } = await shell.requestBehindTheBack('GET', `/databases/${database}/admin/record`);
  return JSON.parse(body) as { LockMode?: unknown; Client?: unknown };
}

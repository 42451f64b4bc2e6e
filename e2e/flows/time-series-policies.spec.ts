import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('summarizes a time series by a policy, or shows that the license has none', async ({
  shell,
  databaseName,
  environment,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const path = `/databases/${databaseName}`;
  await shell.writeBehindTheBack(databaseName, 'users/1', { '@metadata': { '@collection': 'Users' } });
  const appended = await shell.requestBehindTheBack('POST', `${path}/timeseries?docId=users/1`, {
    Name: 'HeartRate',
    Appends: [
      { Timestamp: '2024-01-01T10:00:00.0000000Z', Values: [60] },
      { Timestamp: '2024-01-01T10:30:00.0000000Z', Values: [72] },
    ],
  });
  expect(appended.status, appended.body).toBe(204);

  const settings = await shell.openSettings();
  const policies = settings.getByRole('region', { name: 'Time series policies' });
  await policies.getByLabel('Add collection by name').fill('Users');
  await policies.getByRole('button', { name: 'Add', exact: true }).click();
  await policies.getByRole('button', { name: 'Add rollup' }).click();
  const save = policies.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await policies.getByLabel('Name', { exact: true }).fill('ByHour');
  await policies.getByLabel('Check every').fill('1');
  await policies.getByRole('combobox', { name: 'Unit of checks' }).click();
  await window.getByRole('option', { name: 'seconds' }).click();
  await expect(
    policies.getByText('Users: entries kept forever; rollup ByHour of 1 hour kept forever.'),
  ).toBeVisible();
  await checkScreen(shell, environment, 'settings-time-series');
  await save.click();
  if (environment === 'served-ravendb') {
    await expect(
      policies.getByText(/does not allow adding time series rollups and retention/).first(),
    ).toBeVisible();
    await expect(policies.getByText(/The server license does not include this feature/)).toBeVisible();
    return;
  }
  await expect(save).toBeDisabled();
  const rollup = `${path}/timeseries?docId=users/1&name=HeartRate@ByHour`;
  await expect
    .poll(async () => (await shell.requestBehindTheBack('GET', rollup)).body)
    .toContain('"Values":[60,72,60,72,132,2],"IsRollup":true');

  await (await shell.openDocuments()).goTo('users/1');
  const panel = window.getByRole('region', { name: 'Time series' });
  await panel.getByRole('button', { name: 'Show HeartRate@ByHour' }).click();
  const series = window.getByRole('dialog', { name: 'HeartRate@ByHour' });
  await expect(series).toContainText('first 60, last 72, min 60, max 72, sum 132, count 2');
  await expect(series.getByRole('button', { name: 'Add entry…' })).toHaveAttribute('aria-disabled', 'true');
  await checkScreen(shell, environment, 'time-series-rollup');
});

import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('adds, shows and deletes entries of a time series', async ({
  shell,
  databaseName,
  environment,
  window,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const documents = await shell.openDocuments();
  await documents.goTo('orders/1-A');
  const panel = window.getByRole('region', { name: 'Time series' });
  await panel.getByRole('button', { name: 'Add series…' }).click();
  const first = window.getByRole('dialog', { name: 'Add time series' });
  await first.getByLabel('Name').fill('HeartRate');
  await first.getByLabel('Time').fill('2024-01-01 12:00');
  await first.getByLabel('Values').fill('60, 1');
  await first.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(panel).toContainText('1 entry');

  await panel.getByRole('button', { name: 'Show HeartRate' }).click();
  const series = window.getByRole('dialog', { name: 'HeartRate' });
  await series.getByRole('button', { name: 'Add entry…' }).click();
  const entry = window.getByRole('dialog', { name: 'Add entry' });
  await entry.getByLabel('Time').fill('2024-01-01T13:00:00Z');
  await entry.getByLabel('Values').fill('72');
  await entry.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(series.getByRole('list', { name: 'Entries' }).getByRole('listitem')).toHaveCount(2);
  await checkScreen(shell, environment, 'time-series');
  await series.getByRole('button', { name: /^Delete 2024-01-01T12:00/ }).click();
  await window.getByRole('dialog', { name: 'Delete entry?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(series.getByRole('list', { name: 'Entries' }).getByRole('listitem')).toHaveCount(1);
  await expect(series).toContainText('72');
});

import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('adding sample data asks first, skips existing documents and overwrites them on request', async ({
  shell,
  environment,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  await shell.writeBehindTheBack(databaseName, 'products/1-A', {
    Name: 'My own product',
    '@metadata': { '@collection': 'Products' },
  });
  const { status } = await shell.requestBehindTheBack(
    'DELETE',
    `/databases/${databaseName}/docs?id=products%2F2-A`,
  );
  expect(status).toBe(204);

  const dashboard = await shell.openDashboard();
  await dashboard.getByRole('button', { name: 'Add sample data…' }).click();
  const dialog = shell.page.getByRole('dialog', { name: `Add sample data to ${databaseName}?` });
  await expect(dialog).toContainText('1 sample document will be added');
  await expect(dialog).toContainText('784 others already exist and will be skipped');
  await checkScreen(shell, environment, 'sample-data');
  await dialog.getByRole('button', { name: 'Add 1 document' }).click();
  await expect(shell.page.getByText(`Added 1 sample document to ${databaseName}`)).toBeVisible();
  expect(await shell.readBehindTheBack(databaseName, 'products/1-A')).toContain('My own product');
  expect(await shell.readBehindTheBack(databaseName, 'products/2-A')).not.toBe('');

  await dashboard.getByRole('button', { name: 'Add sample data…' }).click();
  await expect(dialog).toContainText('All 785 sample documents already exist.');
  await expect(dialog.getByRole('button', { name: 'Add documents' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: /^Overwrite 785 existing documents/ }).check();
  await dialog.getByRole('button', { name: 'Write 785 documents' }).click();
  await expect(shell.page.getByText(`Added 785 sample documents to ${databaseName}`)).toBeVisible();
  expect(await shell.readBehindTheBack(databaseName, 'products/1-A')).not.toContain('My own product');
});

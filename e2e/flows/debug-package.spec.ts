import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { IoPage } from '../pages/io-page.ts';

test('downloads a debug package, and shows it offline in the same screens', async ({
  shell,
  databaseName,
  environment,
}) => {
  test.skip(environment !== 'served-ravendb', 'The sandbox writes no debug packages.');
  // The server collects for about twenty seconds.
  test.slow();
  await shell.createDatabase(databaseName, { sampleData: true });
  await shell.requestBehindTheBack('POST', `/databases/${databaseName}/queries`, {
    Query: 'from Orders where Freight > 10',
    WaitForNonStaleResults: true,
  });
  await shell.command('Download or open a debug package');
  const file = await shell.downloaded(
    () => shell.panel().getByRole('button', { name: 'Download package of this node…' }).click(),
    '.zip',
  );
  await expect(shell.panel().getByText(/^Saved \d.* to the browser downloads\.$/)).toBeVisible();
  await checkScreen(shell, environment, 'debug-package-download');

  await shell.panel().getByLabel('Debug package file').setInputFiles(file);
  const files = shell.panel().getByRole('grid', { name: 'Files of the package' });
  await expect(files.getByText('server-wide/admin.memory.gc.json')).toBeVisible();
  await expect(shell.panel().getByText(/^Node A as it was at \d{4}-/)).toBeVisible();
  await files.getByText('server-wide/admin.memory.gc.json').click();
  await expect(shell.panel().getByRole('region', { name: 'server-wide/admin.memory.gc.json' })).toContainText(
    '"Ephemeral"',
  );
  await checkScreen(shell, environment, 'debug-package');

  const openPackageScreen = async (of: string, label: string): Promise<void> => {
    await shell.command('Download or open a debug package');
    await shell
      .panel()
      .getByRole('list', { name: 'Screens of the package' })
      .getByRole('listitem')
      .filter({ hasText: of })
      .getByRole('button', { name: label, exact: true })
      .click();
  };
  await openPackageScreen(databaseName, 'I/O');
  const io = new IoPage(shell.page, shell.panel());
  await io.tab('Statistics');
  await expect(io.count('Statistics by type', /Journal write/)).not.toHaveText('0');
  await openPackageScreen(databaseName, 'Indexes');
  await expect(shell.panel().getByText('Auto/Orders/ByFreight').first()).toBeVisible();
  await openPackageScreen('Server', 'Threads and stacks');
  await expect(shell.panel().getByRole('grid').first()).toContainText(/\.NET|Voron|Indexing/);
  await openPackageScreen('Server', 'Memory');
  await expect(shell.panel().getByRole('row', { name: /^Managed heap/ })).toBeVisible();
});

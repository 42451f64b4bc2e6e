import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('a guarded connection creates an index for a query only after a confirmation outside the page', async ({
  shell,
  environment,
  databaseName,
}) => {
  test.skip(
    environment === 'electron',
    'the confirmation is a dialog of the system there: e2e/electron/confirmation.spec.ts',
  );
  await shell.createDatabase(databaseName, { sampleData: true });
  await shell.restrictTo('guarded');
  const query = await shell.openQuery();
  const indexes = async (): Promise<string> =>
    (await shell.requestBehindTheBack('GET', `/databases/${databaseName}/indexes/stats`)).body;

  await query.run('from Orders where Freight > 10');
  await expect(query.panel.getByText('No index matches this query. The connection is guarded')).toBeVisible();
  expect(await indexes()).not.toContain('Auto/Orders');
  await checkScreen(shell, environment, 'guarded-query');

  await query.panel.getByRole('button', { name: 'Query options' }).click();
  await expect(
    shell.page.getByRole('menuitem', { name: /Don't create an auto-index.*always on for a guarded/ }),
  ).toBeVisible();
  await shell.page.keyboard.press('Escape');

  await query.panel.getByRole('button', { name: 'Allow a new index and run…' }).click();
  await shell.confirmation.confirm();
  await expect(query.panel.getByText(/^\d+ results?/).first()).toBeVisible();
  expect(await indexes()).toContain('Auto/Orders');
});

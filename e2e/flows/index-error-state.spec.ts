import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('shows an index that the server stopped for its failures, and its query, until it is repaired', async ({
  shell,
  databaseName,
  environment,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  const save = async (number: number, body: object): Promise<void> =>
    shell.writeBehindTheBack(databaseName, `people/${number}`, {
      ...body,
      '@metadata': { '@collection': 'People' },
    });
  for (let number = 1; number <= 8; number++) await save(number, { Age: number });
  const map = "map('People', p => { if (p.Age > 5) throw new Error('too old'); return { Age: p.Age }; })";
  const created = await shell.requestBehindTheBack('PUT', `/databases/${databaseName}/admin/indexes`, {
    Indexes: [{ Name: 'People/ByAge', Maps: [map] }],
  });
  expect(created.status, created.body).toBe(201);

  const indexes = await shell.openIndexes();
  const row = indexes.row('People/ByAge');
  await expect(row).toContainText('Error', { timeout: 60_000 });
  await expect(indexes.filter('Error')).toContainText('1');
  const menu = await indexes.menu('People/ByAge');
  await expect(menu.getByRole('menuitem', { name: 'Enable' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Resume' })).toHaveCount(0);
  await expect(menu.getByRole('menuitem', { name: 'Pause' })).toHaveCount(0);
  await shell.page.keyboard.press('Escape');
  await checkScreen(shell, environment, 'indexes-error-state');

  const query = await shell.openQuery();
  const text = "from index 'People/ByAge'";
  await query.run(text);
  await expect(query.panel.getByRole('alert').first()).toContainText(
    /People\/ByAge.*(3 of 8|8 map attempts, 3)/,
  );
  await checkScreen(shell, environment, 'query-index-error-state');

  for (let number = 6; number <= 8; number++) await save(number, { Age: 1 });
  await shell.openIndexes();
  await indexes.run('People/ByAge', 'Reset in place…');
  const reset = shell.page.getByRole('dialog', { name: 'Reset in place: People/ByAge?' });
  await reset.getByRole('button', { name: 'Reset in place' }).click();
  await expect(row).toContainText('Running', { timeout: 60_000 });
  await expect(row).toContainText('Up to date', { timeout: 60_000 });
  await shell.openQuery();
  await query.run(text);
  await query.expectTotal(8);
});

import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

/** Every screen in dark and light: a screenshot, and no axe violation. */
test('has no accessibility violation on any screen', async ({ shell, databaseName, environment, window }) => {
  test.setTimeout(240_000);
  await shell.createDatabaseInDialog(databaseName, { sampleData: true });

  const screens: Record<string, () => Promise<unknown>> = {
    dashboard: () => shell.openDashboard(),
    connections: () => shell.openConnections(),
    documents: async () => (await shell.openDocuments()).collection('Orders').click(),
    document: async () => {
      await (await shell.openDocuments()).goTo('orders/1-A');
      await (await shell.document('orders/1-A')).ready();
    },
    query: async () => {
      const query = await shell.openQuery();
      await query.run(
        "from Orders where Freight > 100 and Company in ('companies/3-A', 'companies/7-A') order by OrderedAt include timings()",
      );
      await expect(query.panel.getByRole('grid')).toContainText('orders/');
    },
    'query-plan': async () => {
      const query = await shell.openQuery();
      await query.tab('Plan').click();
    },
    'query-timings': async () => (await shell.openQuery()).tab('Timings').click(),
    indexes: () => shell.openIndexes(),
    io: async () => {
      const io = await shell.openIo();
      await io.showAll();
    },
    'threads-live': async () => {
      const threads = await shell.openThreads();
      await expect(threads.getByRole('grid').getByRole('row').nth(2)).toBeVisible({ timeout: 30_000 });
    },
    'threads-stacks': async () => {
      const threads = await shell.openThreads();
      await threads.getByRole('tab', { name: /Stacks/ }).click();
      await threads
        .getByRole('button', { name: /Capture/ })
        .first()
        .click();
      await expect(threads.getByRole('button', { name: /Stop|Cancel/ })).toBeHidden({ timeout: 60_000 });
    },
    settings: () => shell.openSettings(),
    palette: () => shell.openPalette(),
  };
  for (const [name, open] of Object.entries(screens)) {
    await open();
    await checkScreen(shell, environment, name);
    if (name === 'palette') await window.keyboard.press('Escape');
  }
});

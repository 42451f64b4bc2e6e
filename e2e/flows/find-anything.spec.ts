import { runServerDoubles } from '../environment/server-doubles.ts';
import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { ConnectionsPage } from '../pages/connections-page.ts';

test('finds documents, collections, indexes, settings, past queries, tabs and commands, each with its kind', async ({
  shell,
  environment,
  databaseName,
}) => {
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.run("from Companies where Address.Country = 'Norway'");
  await expect(query.panel.getByText(/^\d+ results?/).first()).toBeVisible();

  const palette = page.getByRole('dialog', { name: 'Find anything' });
  const find = async (typed: string, kind: string): Promise<void> => {
    await shell.openPalette();
    await page.keyboard.insertText(typed);
    await expect(palette.getByRole('option').filter({ hasText: kind }).first()).toBeVisible();
  };
  const chosen = palette.getByRole('option', { selected: true });

  await find('companies/7', 'Documents');
  await expect(palette.getByRole('option', { name: /^companies\/7-A.*Documents$/ })).toBeVisible();
  await checkScreen(shell, environment, 'find-anything');
  await palette.getByRole('option', { name: /^companies\/7-A/ }).click();
  await shell.document('companies/7-A');

  await find('Employees', 'Collections');
  await page.keyboard.press('Enter');
  await expect(shell.panel().getByRole('heading', { name: 'Employees' })).toBeVisible();

  await find('auto companies', 'Indexes');
  await expect(chosen).toContainText('Auto/Companies/By');
  await page.keyboard.press('Escape');

  await find('archival', 'Settings');
  await page.keyboard.press('Enter');
  await expect(shell.panel().getByRole('heading', { name: 'Data archival' })).toBeVisible();

  await find('norway', 'Query history');
  await expect(chosen).toContainText("from Companies where Address.Country = 'Norway'");
  await page.keyboard.press('Escape');

  await find('companies/7-A', 'Open tabs');
  await page.keyboard.press('Escape');

  await find('sandbox', 'Connections');
  await page.keyboard.press('Escape');

  await find('>close', 'Close tab');
  // A command's title can contain the name of a kind, so the kind has to match exactly.
  for (const kind of ['Documents', 'Collections', 'Open tabs', 'Query history', 'Indexes'])
    await expect(
      palette.getByRole('option').filter({ has: page.getByText(kind, { exact: true }) }),
    ).toHaveCount(0);
});

test('added servers get different colours, and are found and opened as connections', async ({
  shell,
  environment,
}) => {
  const { page } = shell;
  const doubles = await runServerDoubles(2, () => 'databases');
  try {
    const [first = '', second = ''] = doubles.urls;
    await shell.addServer('Warehouse', first);
    await shell.addServer('Storefront', second);
    const list = new ConnectionsPage(await shell.openConnections());
    const names = ['Sandbox', 'Warehouse', 'Storefront'];
    if (environment === 'served-ravendb') names.push('Test RavenDB');
    const colours = await Promise.all(names.map((name) => list.colour(name)));
    expect(new Set(colours).size, colours.join(' ')).toBe(names.length);

    const palette = page.getByRole('dialog', { name: 'Find anything' });
    for (const [name, typed] of [
      ['Warehouse', 'wareho'],
      ['Storefront', new URL(second).host],
    ] as const) {
      await shell.openPalette();
      await page.keyboard.insertText(typed);
      const option = palette.getByRole('option').filter({ hasText: name });
      await expect(option.getByText('Connections', { exact: true })).toBeVisible();
      await option.click();
      await expect(page.getByRole('button', { name: `Connection: ${name}` })).toBeVisible();
    }
  } finally {
    await doubles.close();
  }
});

import { expect, test } from '../fixtures.ts';
import { checkScreen } from '../pages/check-screen.ts';

test('formats a query by shortcut, button and command, and undoes it in one step', async ({
  shell,
  databaseName,
}) => {
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  const lines = query.visibleText().locator('.view-line');
  const text = "from   Orders where ShipTo.Country='Spain' order by Freight as double desc limit 20";
  const written = async (): Promise<readonly string[]> => {
    const shown = await lines.evaluateAll((all) =>
      all
        .map((line) => ({
          top: line.getBoundingClientRect().top,
          text: line.textContent.replaceAll('\u00a0', ' '),
        }))
        .sort((a, b) => a.top - b.top)
        .map((line) => line.text),
    );
    return shown;
  };
  const formatted = [
    'from Orders',
    "where ShipTo.Country = 'Spain'",
    'order by Freight as double desc',
    'limit 20',
  ];

  await query.write(text);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Alt+F');
  await expect.poll(written).toEqual(formatted);
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(written).toEqual([text]);

  await query.panel.getByRole('button', { name: 'Format query' }).click();
  await expect.poll(written).toEqual(formatted);
  await query.write(text);
  await shell.command('Format query');
  await expect.poll(written).toEqual(formatted);

  // It is the same query.
  await query.panel.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(query.panel.getByText(/^\d+ results?/).first()).toBeVisible();
});

test('describes functions and keywords on hover', async ({ shell, databaseName, environment }) => {
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.write("from Orders where startsWith(Company, 'c') order by Freight");
  await page.keyboard.press('Escape');
  const hover = page.locator('.monaco-hover:visible');
  const over = async (word: string, expected: RegExp): Promise<void> => {
    await page.mouse.move(1, 1);
    await query.visibleText().getByText(word, { exact: true }).first().hover();
    await expect(hover.filter({ hasText: expected })).toBeVisible();
  };
  await over('startsWith', /Values that start with a string/);
  await expect(hover).toContainText('In where, filter.');
  await checkScreen(shell, environment, 'query-hover');
  await over('order', /Sorts results/);
});

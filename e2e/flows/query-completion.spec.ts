import { expect, test } from '../fixtures.ts';

test('completes by position: clauses, operators, values of the data, sort orders', async ({
  shell,
  databaseName,
}) => {
  const { page } = shell;
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  const popup = page.locator('.suggest-widget.visible');
  const offered = async (
    text: string,
    expected: readonly string[],
    { first, missing }: { first?: string; missing?: string } = {},
  ): Promise<void> => {
    await query.write(text);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Space');
    await expect(popup).toBeVisible();
    if (first !== undefined)
      await expect(popup.getByRole('option').first(), `${text}|`).toHaveAccessibleName(
        new RegExp(`^${first}\\b`),
      );
    for (const label of expected)
      await expect(popup.getByRole('option', { name: label }).first(), `${text}|`).toBeVisible();
    if (missing !== undefined)
      await expect(popup.getByRole('option', { name: new RegExp(`^${missing}\\b`) })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
  };

  await offered('from Ord', ['Orders']);
  await offered('from Orders ', ['where', 'order by', 'select'], { first: 'where', missing: 'desc' });
  await offered('from Orders where Frei', ['Freight']);
  await offered('from Orders where Freight ', ['between', '>=']);
  await offered('from Companies where Address.Country = ', ["'Norway'"]);
  await offered('from Orders order by Freight ', ['as double', 'desc']);
});

test('warns about a field that no document has, and corrects it on request', async ({
  shell,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: true });
  const query = await shell.openQuery();
  await query.run("from Companies where Address.Cuntry = 'Norway'");
  const warning = query.panel.getByRole('alert', { name: 'Unknown fields' });
  await expect(warning).toContainText(/^Address\.Cuntry is in .*Companies; did you mean Address\.Country\?/);
  // It did not run, so no index was created for it.
  const { body } = await shell.requestBehindTheBack('GET', `/databases/${databaseName}/indexes/stats`);
  expect(body).not.toContain('Cuntry');

  await warning.getByRole('button', { name: 'Correct and run' }).click();
  await expect(warning).toBeHidden();
  await expect(query.visibleText()).toContainText('Address.Country');
  await expect(query.panel.getByText(/^\d+ results?/).first()).toBeVisible();
});

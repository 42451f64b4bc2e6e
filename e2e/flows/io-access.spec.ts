import { expect, test } from '../fixtures.ts';
import { violations } from '../pages/check-screen.ts';

test('is readable and reachable by keyboard in dark and light', async ({ shell, databaseName }) => {
  test.setTimeout(180_000);
  await shell.createDatabase(databaseName, { sampleData: true });
  const io = await shell.openIo();
  await io.isLive();
  await io.showAll();
  // A pinned card is part of the page; the keyboard is enough to open one.
  await io.canvas.focus();
  await io.canvas.press(']');
  await io.canvas.press('Enter');
  await expect(io.panel.getByRole('group', { name: /^Pinned: / })).toBeVisible();
  for (const tab of ['Analysis', 'Statistics', 'Events', 'Find', 'Compare'] as const) {
    await io.tab(tab);
    for (const theme of ['dark', 'light'] as const) {
      await shell.useTheme(theme);
      await shell.page.waitForTimeout(300);
      expect.soft(await violations(shell.page), `${tab}, ${theme}`).toEqual([]);
    }
  }
  for (const name of ['Sources', 'Lanes']) {
    await io.toolbar.getByRole('button', { name }).click();
    const dialog = shell.page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    expect.soft(await violations(shell.page), name).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
  }
});

import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '../fixtures.ts';

test('everything on the I/O screen can be read and reached, in dark and in light', async ({
  shell,
  world,
  databaseName,
}) => {
  test.setTimeout(180_000);
  await shell.createDatabase(databaseName, { sampleData: true });
  const io = await shell.openIo();
  await io.isLive();
  await io.showAll();
  // A pinned note belongs to what is looked at; the keyboard is enough to get one.
  await io.canvas.focus();
  await io.canvas.press(']');
  await io.canvas.press('Enter');
  await expect(io.panel.getByRole('group', { name: /^Pinned: / })).toBeVisible();
  for (const tab of ['Answers', 'Statistics', 'Events', 'Find', 'Compare'] as const) {
    await io.tab(tab);
    for (const theme of ['dark', 'light'] as const) {
      await shell.useTheme(theme);
      await shell.page.waitForTimeout(300);
      const { violations } = await new AxeBuilder({ page: shell.page })
        .setLegacyMode(world === 'electron') // Electron's context opens no second page for axe
        .analyze();
      const said = violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}\n  ${nodes.map((node) => node.html.slice(0, 200)).join('\n  ')}`,
      );
      expect.soft(said, `${tab}, ${theme}`).toEqual([]);
    }
  }
  for (const name of ['Sources', 'Lanes']) {
    await io.toolbar.getByRole('button', { name }).click();
    const dialog = shell.page.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    const { violations } = await new AxeBuilder({ page: shell.page })
      .setLegacyMode(world === 'electron')
      .analyze();
    expect
      .soft(
        violations.map(({ id, help }) => `${id}: ${help}`),
        name,
      )
      .toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
  }
});

import { runChaosServer } from '../environment/chaos-server.ts';
import { expect, test } from '../fixtures.ts';

test('no answer of a broken server blanks a screen, and no redirect is followed', async ({
  shell,
  window,
  consoleErrors,
}) => {
  test.slow();
  const chaos = await runChaosServer();
  await shell.addServer('Chaos', chaos.url);
  await shell.chooseDatabase(chaos.database);
  const rail = window.getByRole('navigation', { name: 'Screens' });
  const names = await rail
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  const screens = names.filter((name) => name !== 'Keyboard shortcuts');
  expect(screens.length).toBeGreaterThan(12);
  // Other requests, and so other answers, reach each screen in the second round.
  for (const round of [1, 2])
    for (const name of screens) {
      await rail.getByRole('button', { name, exact: true }).click();
      await expect(
        window.getByRole('tab', { name: new RegExp(`^${name}`), selected: true }).first(),
        `round ${round}`,
      ).toBeVisible();
      const panel = shell.panel();
      await expect(panel, `${name} in round ${round}`).toHaveText(/\w{3}/);
      // The shell around the screen works: an error inside it stays inside it.
      await expect(window.getByRole('contentinfo')).toBeVisible();
      await expect(window.getByRole('button', { name: 'Connection: Chaos' })).toBeVisible();
    }
  expect(chaos.used().size).toBeGreaterThan(12);
  expect(chaos.redirected()).toEqual([]);
  // An exception of a screen would be reported here.
  expect(consoleErrors).toEqual([]);
  await chaos.close();
});

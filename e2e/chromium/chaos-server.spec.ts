import { runChaosServer, type ChaosKind } from '../environment/chaos-server.ts';
import { expect, test } from '../fixtures.ts';

/** Screens that read nothing before they are used. */
const quiet: ReadonlySet<string> = new Set(['Query', 'Patch', 'Compare', 'Import/Export']);
/** Screens without an entry in the rail, by the command that opens them. */
const commands = [
  'Manage certificates of the server',
  'Find the shard of a document id',
  'Show indexing batches',
];

/** The host refuses such an answer in the same way for all screens. */
const refusedByHost: ReadonlySet<ChaosKind> = new Set([
  'announces 2 GB',
  'announces too little',
  'closes in the middle',
  'sends no JSON',
]);
const someScreens: ReadonlySet<string> = new Set(['Documents', 'Indexes', 'Cluster', 'Settings']);

/** What each screen says; undefined: any text, because it can show the rest of the answer. */
const kinds: readonly (readonly [kind: ChaosKind, cause: RegExp | undefined])[] = [
  ['redirects', /(redirects .* to|it redirects to) http:\/\/127\.0\.0\.1:\d+|\(307\)/],
  ['leaves out every member', /it lacks \w|refused the live feed/],
  ['announces 2 GB', /is larger than 64 MB|refused the live feed/],
  ['announces too little', /does not respond with HTTP/],
  ['closes in the middle', /closed the connection in the middle of its answer/],
  ['sends no JSON', /is not JSON\. Check that the address/],
  ['sends unknown enums', undefined],
];

test('no answer of a broken server blanks a screen, and no redirect is followed', async ({
  shell,
  window,
}) => {
  // On a machine with other work it takes longer than the limit of one flow.
  test.slow();
  const chaos = await runChaosServer();
  await shell.connectTo('Chaos', chaos.url);
  await shell.chooseDatabase(chaos.database);
  const rail = window.getByRole('navigation', { name: 'Screens' });
  const names = await rail
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''));
  const screens = names.filter((name) => name !== 'Keyboard shortcuts');
  expect(screens.length).toBeGreaterThan(12);
  for (const [kind, cause] of kinds) {
    chaos.use(kind);
    await window.reload();
    await shell.ready();
    const says = async (name: string): Promise<void> => {
      const expected = cause === undefined || quiet.has(name) ? /\w{3}/ : cause;
      await expect(shell.panel(), `${name}: a server that ${kind}`).toHaveText(expected);
    };
    const isRefusedByHost = refusedByHost.has(kind);
    for (const name of screens.filter((each) => !isRefusedByHost || someScreens.has(each))) {
      await rail.getByRole('button', { name, exact: true }).click();
      await says(name);
    }
    for (const name of isRefusedByHost ? [] : commands) {
      await shell.command(name);
      await says(name);
    }
  }

  chaos.use('hangs');
  await window.reload();
  await shell.ready();
  await rail.getByRole('button', { name: 'Backups', exact: true }).click();
  const silent = window.getByRole('status').filter({ hasText: 'No answer from Chaos' });
  await expect(silent).toContainText('GET /databases/shop');
  await expect(silent).toContainText('fails after 90 s');
  expect(chaos.redirected()).toEqual([]);
  await chaos.close();
});

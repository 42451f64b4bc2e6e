import { join } from 'node:path';
import { runServerDoubles } from '../environment/server-doubles.ts';
import { startServed } from '../environment/served-program.ts';
import { socketTracer, tracedAddresses } from '../environment/traced-sockets.ts';
import { expect, test } from '../fixtures.ts';
import { Shell } from '../pages/shell.ts';

test('serve opens no socket except to the chosen server and its own page', async ({
  dataFolder,
  browser,
}) => {
  const output = join(dataFolder, 'strace.txt');
  const under = socketTracer(output);
  test.skip(under.length === 0, 'no strace that may trace a process (Debian: apt-get install strace)');
  test.slow();
  const chosen = await runServerDoubles(1, () => 'answers');
  const [chosenUrl = ''] = chosen.urls;
  const program = await startServed(join(dataFolder, 'traced'), { under });
  const page = await browser.newPage();
  await page.goto(program.url);
  const shell = new Shell(page, { terminal: program.log });
  await shell.ready();
  await shell.createDatabase('shop', { sampleData: false });
  await shell.openDocuments();
  await shell.connectTo('Chosen', chosenUrl);
  await expect(page.getByRole('contentinfo')).toContainText('RavenDB 7.1.5');
  for (const screen of ['Overview', 'Activity', 'Cluster', 'I/O', 'Threads'])
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: screen }).click();
  await page.close();
  await program.stop();

  const addresses = await tracedAddresses(output);
  const to = (calls: readonly string[]) =>
    new Set(addresses.filter(({ call }) => calls.includes(call)).map(({ address }) => address));
  // The system chooses the port of `--port 0`; only this computer can reach it.
  expect(to(['bind'])).toEqual(new Set(['127.0.0.1:0']));
  // The cache daemon of the system's names is local, and asked before a name is looked up.
  const sent = [...to(['connect', 'sendto', 'sendmsg', 'sendmmsg'])].filter(
    (each) => !each.includes('/nscd/'),
  );
  expect(sent).toEqual([new URL(chosenUrl).host]);
  expect(new Set(chosen.requests()).size).toBeGreaterThan(1);
  await chosen.close();
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { startServed } from '../environment/served-program.ts';
import { callFromSecondClient } from '../environment/second-client.ts';
import { checkScreen, violations } from '../pages/check-screen.ts';
import { Shell } from '../pages/shell.ts';
import { expect, test } from '../fixtures.ts';

/** Nobody listens there; the connection is only added. */
const NOWHERE = 'http://127.0.0.1:9';

const list = z.object({
  connections: z.array(z.object({ connection: z.object({ name: z.string(), mode: z.string() }) })),
});

/** Each stored connection with its mode, as the host has them. */
async function stored(shell: Shell): Promise<Record<string, string>> {
  const { connections } = list.parse(await callFromSecondClient(shell.page, 'connections.list', {}));
  return Object.fromEntries(connections.map(({ connection }) => [connection.name, connection.mode]));
}

test('full access is added with the code from the terminal, which says what it allows', async ({
  shell,
  program,
  environment,
}) => {
  const form = await shell.fillServer('Live', NOWHERE, 'Full');
  await expect(form).toContainText('Confirmed with a code from the terminal.');
  await form.getByRole('button', { name: 'Add server' }).click();
  const { confirmation } = shell;
  const code = await confirmation.code();
  expect(program?.log()).toContain(
    `Code ${code} allows: Add ${NOWHERE} (connection "Live") with full access`,
  );
  await expect(confirmation.dialog()).toContainText(`Add ${NOWHERE} (connection "Live") with full access`);
  await expect(confirmation.dialog()).not.toContainText(code);
  await expect(confirmation.field()).toBeFocused();
  await checkScreen(shell, environment, 'confirmation');

  // Too few digits are not sent as an attempt.
  await confirmation.type('12');
  await expect(confirmation.dialog().getByRole('alert')).toHaveText(
    'Enter the six digits from the terminal.',
  );
  const field = confirmation.field();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription('Enter the six digits from the terminal.');
  await confirmation.type(code === '000000' ? '000001' : '000000');
  await expect(confirmation.dialog().getByRole('alert')).toHaveText('Wrong code. 2 attempts left.');
  expect(await violations(shell.page)).toEqual([]);

  // Pasted with a space, as it is often copied.
  await field.evaluate((input: HTMLInputElement) => input.select());
  await shell.page.keyboard.insertText(` ${code.slice(0, 3)} ${code.slice(3)}`);
  await shell.page.keyboard.press('Enter');
  await expect(confirmation.dialog()).toBeHidden();
  await expect(form).toBeHidden();
  expect(await stored(shell)).toEqual({ Sandbox: 'full', Live: 'full' });
});

test('Escape gives up the question alone, and three wrong codes discard the request', async ({ shell }) => {
  const form = await shell.fillServer('Live', NOWHERE, 'Guarded');
  const add = form.getByRole('button', { name: 'Add server' });
  await add.click();
  const { confirmation } = shell;
  await confirmation.code();
  await shell.page.keyboard.press('Escape');
  await expect(confirmation.dialog()).toBeHidden();
  await expect(form).toContainText('This was not confirmed');
  await expect(form.getByLabel('Name')).toHaveValue('Live');

  await add.click();
  const code = await confirmation.code();
  const wrong = code === '000000' ? '000001' : '000000';
  for (const left of ['2 attempts', '1 attempt']) {
    await confirmation.type(wrong);
    await expect(confirmation.dialog().getByRole('alert')).toContainText(`${left} left`);
  }
  await confirmation.type(wrong);
  await expect(confirmation.dialog()).toBeHidden();
  await expect(form).toContainText('3 wrong codes were typed');
  await add.click();
  await expect(form).toContainText(/Try again in \d+ s/);
  expect(await stored(shell)).toEqual({ Sandbox: 'full' });
});

test('a code is worth nothing once its time is over', async ({ dataFolder, browser }) => {
  const program = await startServed(dataFolder, { args: ['--code-lifetime', '10'] });
  const page = await browser.newPage();
  await page.goto(program.url);
  const shell = new Shell(page, { terminal: program.log });
  await shell.ready();
  const form = await shell.fillServer('Late', NOWHERE, 'Full');
  await form.getByRole('button', { name: 'Add server' }).click();
  await shell.confirmation.code();
  await expect(form).toContainText('Nobody confirmed this within 10 s', { timeout: 20_000 });
  await expect(shell.confirmation.dialog()).toBeHidden();
  expect(await stored(shell)).toEqual({ Sandbox: 'full' });
  await page.close();
  await program.stop();
});

test('deleting a database of a guarded connection waits for the code, and Cancel keeps the database', async ({
  shell,
  environment,
  databaseName,
}) => {
  await shell.createDatabase(databaseName, { sampleData: false });
  await callFromSecondClient(shell.page, 'connections.setMode', { id: 'sandbox', mode: 'guarded' });
  const deletion = await shell.openDeleteDatabase(databaseName);
  const remove = deletion.getByRole('button', { name: 'Delete database' });
  await remove.click();
  const { confirmation } = shell;
  await expect(confirmation.dialog()).toContainText('Send DELETE /admin/databases to the sandbox');
  await expect(confirmation.dialog()).toContainText(`"DatabaseNames":["${databaseName}"]`);
  await checkScreen(shell, environment, 'confirmation-override');
  await confirmation.dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect(deletion).toContainText('This was not confirmed');
  await remove.click();
  await confirmation.confirm();
  await expect(deletion).toBeHidden();
  await expect(shell.panel()).not.toContainText(databaseName);
});

test('the access of the sandbox is lowered at once and raised with a code', async ({
  shell,
  environment,
}) => {
  const change = async (access: string): Promise<void> => {
    const main = await shell.openConnections();
    await main.getByRole('button', { name: 'Actions for Sandbox' }).click();
    await shell.page.getByRole('menuitem', { name: 'Change access…' }).click();
    const dialog = shell.page.getByRole('dialog', { name: 'Access to Sandbox' });
    await dialog.getByLabel('Access').click();
    await shell.page.getByRole('option', { name: new RegExp(`^${access}`) }).click();
    if (access === 'Full') await checkScreen(shell, environment, 'access');
    await dialog.getByRole('button', { name: /^(Allow|Save)$/ }).click();
  };
  await change('Read-only');
  await expect(shell.page.getByRole('dialog')).toBeHidden();
  expect(await stored(shell)).toEqual({ Sandbox: 'read-only' });
  await change('Full');
  await shell.confirmation.confirm();
  await expect(shell.page.getByRole('dialog')).toBeHidden();
  expect(await stored(shell)).toEqual({ Sandbox: 'full' });
});

test('--trust-page turns confirmations off, and the status bar shows it', async ({ dataFolder, browser }) => {
  const program = await startServed(dataFolder, { args: ['--trust-page'] });
  const page = await browser.newPage();
  await page.goto(program.url);
  const shell = new Shell(page);
  await shell.ready();
  await expect(page.getByRole('contentinfo')).toContainText('No confirmations');
  expect(program.log()).toContain('--trust-page');
  const form = await shell.fillServer('Live', NOWHERE, 'Full');
  await form.getByRole('button', { name: 'Add server' }).click();
  await expect(form).toBeHidden();
  await page.close();
  await program.stop();
});

test('a second tab works while the first is open; a reload works; the cookie alone opens nothing', async ({
  shell,
  window,
  program,
  browser,
  consoleErrors,
}) => {
  const origin = new URL(window.url()).origin;
  await window.reload();
  await shell.ready();
  const second = await window.context().newPage();
  await second.goto(origin);
  await new Shell(second).ready();
  await second.close();

  // What another program on this computer can learn: the cookie, which the browser sends to every port.
  const received = new Promise<string>((resolve) => {
    const neighbour = createServer((request, response) => {
      resolve(request.headers.cookie ?? '');
      response.end();
      neighbour.close();
    }).listen(0, '127.0.0.1', () => {
      const { port } = neighbour.address() as AddressInfo;
      void window
        .context()
        .newPage()
        .then(async (page) => {
          await page.goto(`http://127.0.0.1:${port}/`);
          await page.close();
        });
    });
  });
  const [name = '', value = ''] = (await received).split('=', 2);
  expect(name).toMatch(/^rookery-\d+$/);
  const stranger = await browser.newContext();
  await stranger.addCookies([{ name, value, url: origin }]);
  const page = await stranger.newPage();
  await page.goto(origin);
  await expect(page.getByText('This tab has no access to Rookery.').first()).toBeVisible();
  const refusal = await page.evaluate(
    (address) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(address, 'rookery');
        socket.onopen = () => resolve('open');
        socket.onclose = () => resolve('refused');
      }),
    origin.replace('http', 'ws') + '/port',
  );
  expect(refusal).toBe('refused');

  // Enter in the terminal gives another browser its own address.
  await page.goto((await program?.newAddress()) ?? '');
  await new Shell(page).ready();
  await stranger.close();
  consoleErrors.length = 0;
});

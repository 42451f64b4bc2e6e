import { expect, test } from '../fixtures.ts';
import { securedFolder, securedUrl, twoFactorCode } from '../environment/secured-ravendb.ts';
import { choosePemFiles } from '../pages/certificate-form.ts';
import { checkScreen } from '../pages/check-screen.ts';
import { TwoFactorDialog } from '../pages/two-factor-dialog.ts';

test.skip(securedFolder === undefined, 'no secured RavenDB server (set ROOKERY_TEST_RAVENDB_SECURE)');

test('two-factor: a certificate is tested, signs in, renews, signs out, and reads wait for the code', async ({
  shell,
  environment,
  consoleErrors,
}) => {
  const { page } = shell;
  const form = await shell.fillServer('Production', securedUrl);
  await choosePemFiles(form, 'twofactor');
  await form.getByRole('button', { name: 'Test' }).click();
  await shell.confirmation.confirm();
  await expect(form.getByRole('list', { name: 'Connection test' })).toContainText(
    'The server requires a two-factor code, which Rookery requests when the connection is opened.',
  );
  await form.getByRole('button', { name: 'Add server' }).click();

  const twoFactor = new TwoFactorDialog(page);
  await expect(twoFactor.dialog).toContainText('The server allows at most 1 d.');
  await checkScreen(shell, environment, 'two-factor');
  await twoFactor.enter('12');
  await expect(twoFactor.dialog.getByRole('alert')).toContainText('Enter the six digits');
  const right = await twoFactorCode();
  await twoFactor.enter(right === '000000' ? '000001' : '000000');
  await expect(twoFactor.dialog.getByRole('alert')).toContainText('refused the code as wrong or expired');
  const typed = await twoFactorCode();
  await twoFactor.enter(`${typed.slice(0, 3)} ${typed.slice(3)}`);
  await expect(twoFactor.dialog).toBeHidden();
  // The reads that waited are complete without a retry.
  await expect(page.getByRole('contentinfo')).toContainText(/RavenDB [67]\./);
  await expect(twoFactor.status).toHaveText('Signed in, 1 h 59 min left');
  await checkScreen(shell, environment, 'two-factor-signed-in');

  await twoFactor.choose('Renew session…');
  await expect(twoFactor.dialog).toContainText('Work continues without a break.');
  await twoFactor.enter(await twoFactorCode());
  await expect(twoFactor.dialog).toBeHidden();

  await twoFactor.choose('Sign out');
  await expect(twoFactor.status).toHaveText('Session ended: sign in');
  await twoFactor.status.click();
  await twoFactor.enter(await twoFactorCode());
  await expect(twoFactor.status).toHaveText('Signed in, 1 h 59 min left');

  const connections = await shell.openConnections();
  await expect(connections).toContainText('Known to the server as twofactor, clearance Operator');
  await expect(connections.getByText(/^certificate (until \d|expires in \d+ day)/)).toBeVisible();
  await checkScreen(shell, environment, 'connections-certificate');
  expect(consoleErrors).toEqual([]);
});

test('two-factor: while the server is down, another node is pinned, signs in and answers the reads', async ({
  shell,
  environment,
  consoleErrors,
}) => {
  const { page } = shell;
  // Nothing listens on the discard port.
  const form = await shell.fillServer('Failing over', 'https://localhost:9');
  await choosePemFiles(form, 'twofactor');
  await form.getByLabel('CA certificate', { exact: true }).fill('');
  await form.getByLabel('Other nodes').fill(`B ${securedUrl}`);
  await form.getByRole('button', { name: 'Test' }).click();
  await expect(shell.confirmation.dialog()).toContainText(`Node: B at ${securedUrl}, for reads`);
  await shell.confirmation.confirm();
  await expect(form.getByRole('list', { name: 'Connection test' })).toContainText('localhost:9');
  const presented = form.getByRole('region', { name: 'Certificate of node B' });
  await expect(presented).toContainText('Rookery test authority');
  // Below a form that is taller than the dialog.
  await expect(form.getByRole('list', { name: 'Connection test' })).toBeInViewport({ ratio: 1 });
  await checkScreen(shell, environment, 'connection-form-node-test');
  await presented.getByRole('button', { name: 'Pin this certificate' }).click();
  await expect(shell.confirmation.dialog()).toContainText('That certificate of node B is for CN=localhost');
  await shell.confirmation.confirm();
  await expect(form.getByRole('list', { name: 'Test of node B' })).toContainText(
    'The server requires a two-factor code, which Rookery requests when the connection is opened.',
  );
  await expect(form.getByLabel('Other nodes')).toHaveValue(/^B https:\/\/\S+ sha256:[\da-f]{64}$/);
  await form.getByRole('button', { name: 'Add server' }).click();

  const twoFactor = new TwoFactorDialog(page);
  await expect(twoFactor.dialog).toContainText('node B of Failing over');
  await checkScreen(shell, environment, 'two-factor-node');
  await twoFactor.enter(await twoFactorCode());
  await expect(twoFactor.dialog).toBeHidden();
  const status = page.getByRole('contentinfo');
  await expect(status).toContainText('Reads from node B');
  await expect(twoFactor.status).toHaveText('Signed in, 1 h 59 min left');
  await twoFactor.choose('Sign out');
  await expect(twoFactor.status).toHaveText('Session ended: sign in to node B');
  expect(consoleErrors).toEqual([]);
});

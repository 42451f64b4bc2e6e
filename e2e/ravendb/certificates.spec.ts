import { expect, test } from '../fixtures.ts';
import { certificateFile, securedFolder, securedUrl } from '../environment/secured-ravendb.ts';
import { checkScreen } from '../pages/check-screen.ts';

test.skip(securedFolder === undefined, 'no secured RavenDB server (set ROOKERY_TEST_RAVENDB_SECURE)');

test('certificates: a program prints certificate and key, and another the password of a file', async ({
  shell,
  environment,
  consoleErrors,
}) => {
  test.skip(process.platform === 'win32', 'uses cat as the program that prints a secret');
  const { page } = shell;
  const form = await shell.fillServer('Vault', securedUrl);
  await form.getByLabel('Client certificate', { exact: true }).click();
  await page.getByRole('option', { name: /^From a program/ }).click();
  const program = form.getByRole('textbox', { name: 'Program that prints certificate and key' });
  await program.fill('cat');
  await form.getByLabel('CA certificate').fill(certificateFile('ca.crt'));
  await form.getByRole('button', { name: 'Test' }).click();
  await expect(form).toContainText('Enter the complete path of the program');
  await program.fill(
    ['/bin/cat', certificateFile('operator.crt'), certificateFile('operator.key')].join('\n'),
  );
  await form.getByRole('button', { name: 'Test' }).click();
  await expect(shell.confirmation.dialog()).toContainText('start a program on this computer');
  await expect(shell.confirmation.dialog()).toContainText('"/bin/cat"');
  await shell.confirmation.confirm();
  await expect(form.getByRole('list', { name: 'Connection test' })).toContainText(
    'The certificate has access',
  );
  await checkScreen(shell, environment, 'certificate-from-program');
  await form.getByRole('button', { name: 'Add server' }).click();
  await expect(form).toBeHidden();
  const connections = await shell.openConnections();
  await expect(connections).toContainText('Known to the server as operator, clearance Operator');

  await connections.getByRole('button', { name: 'Actions for Vault' }).click();
  await page.getByRole('menuitem', { name: 'Certificates…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Client certificates of Vault' });
  await dialog.getByRole('textbox', { name: 'PFX file' }).fill(certificateFile('admin.pfx'));
  await dialog.getByLabel('Password', { exact: true }).click();
  await page.getByRole('option', { name: /^From a program/ }).click();
  await dialog.getByRole('textbox', { name: 'Program that prints the password' }).fill('/bin/echo\nrookery');
  await dialog.getByRole('button', { name: 'Add certificate' }).click();
  await shell.confirmation.confirm();
  await dialog.getByRole('button', { name: 'Make active: admin.pfx' }).click();
  await shell.confirmation.confirm();
  await expect(dialog.getByRole('listitem').nth(0)).toContainText('localhostactive');
  await checkScreen(shell, environment, 'certificates-from-programs');
  expect(consoleErrors).toEqual([]);
});

test('certificates: the certificate of the server is pinned, and another client certificate becomes active', async ({
  shell,
  environment,
  consoleErrors,
}) => {
  const { page } = shell;
  const form = await shell.fillServer('Production', securedUrl);
  await form.getByLabel('Client certificate', { exact: true }).click();
  await page.getByRole('option', { name: /^PFX file/ }).click();
  await form.getByRole('textbox', { name: 'PFX file' }).fill(certificateFile('operator.pfx'));
  await form.getByLabel('Certificate password').fill('rookery');
  // This program was started without a passphrase.
  await expect(form.getByLabel('Save the password')).toBeDisabled();
  await expect(form).toContainText('--ask-passphrase');
  await form.getByRole('button', { name: 'Test' }).click();
  await shell.confirmation.confirm();
  const steps = form.getByRole('list', { name: 'Connection test' });
  await expect(steps).toContainText('is not signed by a trusted CA');
  const presented = form.getByRole('region', { name: 'Certificate of the server' });
  await expect(presented).toContainText('CN=localhost');
  await expect(presented).toContainText('CN=Rookery test authority');
  await presented.getByRole('button', { name: 'Pin this certificate' }).scrollIntoViewIfNeeded();
  await checkScreen(shell, environment, 'certificate-untrusted');

  await presented.getByRole('button', { name: 'Pin this certificate' }).click();
  await expect(shell.confirmation.dialog()).toContainText('issued by CN=Rookery test authority');
  await shell.confirmation.confirm();
  await expect(steps).toContainText('the certificate is the pinned one');
  // The pin was confirmed with the test, so a read-only connection needs no second confirmation.
  await form.getByRole('button', { name: 'Add server' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('contentinfo')).toContainText(/RavenDB [67]\./);

  const connections = await shell.openConnections();
  await expect(connections).toContainText('Known to the server as operator, clearance Operator');
  await connections.getByRole('button', { name: 'Actions for Production' }).click();
  await page.getByRole('menuitem', { name: 'Certificates…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Client certificates of Production' });
  await dialog.getByLabel('Client certificate', { exact: true }).click();
  await page.getByRole('option', { name: /^PEM files/ }).click();
  await dialog.getByLabel('Certificate file', { exact: true }).fill(certificateFile('admin.crt'));
  await dialog.getByLabel('Private key file', { exact: true }).fill(certificateFile('admin.key'));
  await dialog.getByRole('button', { name: 'Add certificate' }).click();
  await shell.confirmation.confirm();
  const first = dialog.getByRole('listitem').nth(0);
  const second = dialog.getByRole('listitem').nth(1);
  await expect(first).toContainText('test operator');
  await expect(second).toContainText('localhost');
  await checkScreen(shell, environment, 'certificates');
  // The server accepts it in a test first.
  await dialog.getByRole('button', { name: 'Make active: localhost' }).click();
  await shell.confirmation.confirm();
  await expect(first).toContainText('localhostactive');
  await expect(second).toContainText('test operator');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(connections).toContainText(/clearance Cluster(Node|Admin)/);
  await checkScreen(shell, environment, 'certificates-switched');
  expect(consoleErrors).toEqual([]);
});

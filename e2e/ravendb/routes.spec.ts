import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { runProxy } from '../../electron/host/test-environment/proxy-server.ts';
import { noSshServer, runSshServer } from '../../electron/host/test-environment/ssh-daemon.ts';
import { securedFolder, securedUrl } from '../environment/secured-ravendb.ts';
import { expect, test } from '../fixtures.ts';
import { choosePemFiles } from '../pages/certificate-form.ts';
import { checkScreen } from '../pages/check-screen.ts';

test.skip(securedFolder === undefined, 'no secured RavenDB server (set ROOKERY_TEST_RAVENDB_SECURE)');

const { port: securedPort } = new URL(securedUrl);

async function chooseRoute(form: Locator, name: RegExp): Promise<void> {
  await form.getByLabel('Route', { exact: true }).click();
  await form.page().getByRole('option', { name }).click();
}

test('certificates: the secured server is reached through a proxy that needs a password', async ({
  shell,
  environment,
  consoleErrors,
}) => {
  const { page } = shell;
  const proxy = await runProxy({ user: 'ada', password: 'right' });
  try {
    const form = await shell.fillServer('Proxied', securedUrl);
    await choosePemFiles(form, 'operator');
    await chooseRoute(form, /^Proxy from the environment/);
    await expect(form.getByRole('status')).toContainText('no proxy is used');
    await chooseRoute(form, /^HTTP proxy/);
    await form.getByLabel('Proxy', { exact: true }).fill('ftp://proxy');
    await form.getByRole('button', { name: 'Test' }).click();
    await expect(form.getByRole('alert')).toContainText('http://host:port');
    await form.getByLabel('Proxy', { exact: true }).fill(proxy.url);
    await form.getByLabel('Proxy user').fill('ada');
    await form.getByLabel('Proxy password', { exact: true }).fill('wrong');
    await form.getByRole('button', { name: 'Test' }).click();
    await expect(shell.confirmation.dialog()).toContainText(`through the proxy ${proxy.url}`);
    await shell.confirmation.confirm();
    const steps = form.getByRole('list', { name: 'Connection test' });
    await expect(steps).toContainText('rejected the user or the password');
    await form.getByLabel('Proxy password', { exact: true }).fill('right');
    await form.getByRole('button', { name: 'Test' }).click();
    await expect(steps).toContainText(`connects to localhost:${securedPort}`);
    await expect(steps).toContainText('The certificate has access');
    await steps.scrollIntoViewIfNeeded();
    await checkScreen(shell, environment, 'route-proxy');
    await form.getByRole('button', { name: 'Add server' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByRole('contentinfo')).toContainText(/RavenDB [67]\./);
    const connections = await shell.openConnections();
    await expect(connections).toContainText('Known to the server as operator, clearance Operator');
    await expect(connections.getByTitle(`Through the proxy ${proxy.url}`)).toBeVisible();
    await checkScreen(shell, environment, 'route-list');
    // With TLS to the server, its protocol is all that the proxy can read.
    expect(proxy.bytes().toString('latin1')).not.toContain('/databases');
    expect(consoleErrors).toEqual([]);
  } finally {
    await proxy.close();
  }
});

test('certificates: the secured server is reached through SSH after its host key is accepted', async ({
  shell,
  environment,
  consoleErrors,
}) => {
  test.skip(noSshServer !== undefined, noSshServer);
  const { page } = shell;
  const folder = await mkdtemp(join(tmpdir(), 'rookery-ssh-flow-'));
  const ssh = await runSshServer(folder);
  try {
    const form = await shell.fillServer('Tunnelled', securedUrl);
    await choosePemFiles(form, 'operator');
    await chooseRoute(form, /^SSH tunnel/);
    await form.getByLabel('SSH server').fill('127.0.0.1');
    await form.getByLabel('SSH port').fill(String(ssh.port));
    await form.getByLabel('SSH user').fill(ssh.user);
    await form.getByLabel('SSH key', { exact: true }).click();
    await page.getByRole('option', { name: /^Key file/ }).click();
    await form.getByLabel('SSH key file').fill(ssh.encryptedKeyPath);
    await form.getByLabel('Passphrase of the SSH key').fill('correct horse');
    await form.getByRole('button', { name: 'Test' }).click();
    await shell.confirmation.confirm();
    const question = form.getByRole('region', { name: 'Host key of the SSH server' });
    await expect(question).toContainText(ssh.hostKey, { timeout: 30_000 });
    await question.getByRole('button', { name: 'Accept this host key' }).scrollIntoViewIfNeeded();
    await checkScreen(shell, environment, 'route-host-key');
    await question.getByRole('button', { name: 'Accept this host key' }).click();
    await expect(shell.confirmation.dialog()).toContainText(`only host key ${ssh.hostKey}`);
    await shell.confirmation.confirm();
    const steps = form.getByRole('list', { name: 'Connection test' });
    await expect(steps).toContainText('The certificate has access');
    await form.getByRole('region', { name: 'Accepted host key' }).scrollIntoViewIfNeeded();
    await checkScreen(shell, environment, 'route-ssh');
    await form.getByRole('button', { name: 'Add server' }).click();
    await expect(form).toBeHidden();
    // ssh signs in first.
    await expect(page.getByRole('contentinfo')).toContainText(/RavenDB [67]\./, { timeout: 60_000 });

    // Another host key is refused, with what to do.
    await ssh.stop();
    await ssh.start(true);
    const connections = await shell.openConnections();
    await connections.getByRole('button', { name: 'Actions for Tunnelled' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Tunnelled' });
    await edit.getByRole('button', { name: 'Test' }).click();
    await expect(edit.getByRole('list', { name: 'Connection test' })).toContainText(
      'another host key than the accepted one',
    );
    await expect(edit.getByRole('button', { name: 'Replace the accepted host key' })).toBeVisible();
    expect(consoleErrors).toEqual([]);
  } finally {
    await ssh.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from '../fixtures.ts';
import { certificateFile, securedFolder, securedUrl } from '../environment/secured-ravendb.ts';
import { choosePemFiles } from '../pages/certificate-form.ts';
import { checkScreen } from '../pages/check-screen.ts';

test.skip(securedFolder === undefined, 'no secured RavenDB server (set ROOKERY_TEST_RAVENDB_SECURE)');

test('certificates of the server are listed, uploaded, changed, generated and deleted', async ({
  shell,
  environment,
  consoleErrors,
}) => {
  const { page } = shell;
  const name = `rookery-e2e-${Date.now()}`;
  const form = await shell.fillServer('Vault', securedUrl, 'Guarded');
  await choosePemFiles(form, 'operator');
  await form.getByRole('button', { name: 'Add server' }).click();
  await shell.confirmation.confirm();
  await expect(form).toBeHidden();

  const connections = await shell.openConnections();
  await expect(connections.getByRole('group', { name: 'State of Vault' })).toContainText(/Reachable\d+\.\d+/);
  await connections.getByRole('button', { name: 'Actions for Vault' }).click();
  await page.getByRole('menuitem', { name: 'Certificates of the server' }).click();
  const main = page.getByRole('main');
  const grid = main.getByRole('grid', { name: 'Certificates of the server' });
  const rowOf = (text: string) => grid.getByRole('row').filter({ hasText: text });
  await expect(rowOf('this connection')).toContainText('operator');
  await expect(rowOf('Server Certificate')).toContainText('ClusterNode');
  await expect(rowOf('twofactor')).toContainText(/ends in \d+ days/);
  await expect(main).toContainText('end within 30 days');
  // The server refuses to delete the certificate of the caller, and so does the screen.
  await rowOf('this connection').click();
  await expect(main.getByRole('button', { name: 'Delete…' })).toBeDisabled();
  await checkScreen(shell, environment, 'server-certificates');

  await main.getByRole('button', { name: 'Upload…' }).click();
  const upload = page.getByRole('dialog', { name: 'Upload a certificate' });
  await upload.getByLabel('Certificate file').setInputFiles(certificateFile('stranger.key'));
  await expect(upload.getByRole('alert')).toContainText('private key and no certificate');
  await upload.getByLabel('Certificate file').setInputFiles(certificateFile('stranger.crt'));
  await upload.getByRole('textbox', { name: 'Name' }).fill(name);
  await upload.getByRole('button', { name: 'Add database' }).click();
  await upload.getByRole('textbox', { name: 'Database 1' }).fill('Shop');
  await checkScreen(shell, environment, 'server-certificates-upload');
  await upload.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(shell.confirmation.dialog()).toContainText('/admin/certificates');
  await shell.confirmation.confirm();
  await expect(upload).toBeHidden();
  await expect(rowOf(name)).toContainText('Shop: ReadWrite');

  await rowOf(name).click();
  await main.getByRole('button', { name: 'Edit…' }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${name}` });
  await edit.getByLabel('Right on database 1').click();
  await page.getByRole('option', { name: 'Read', exact: true }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await shell.confirmation.confirm();
  // Without a licence the server refuses read-only rights.
  await expect(edit).toContainText('read-only certificates');
  await checkScreen(shell, environment, 'server-certificates-license');
  await edit.getByLabel('Clearance').click();
  await page.getByRole('option', { name: /^Operator/ }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await shell.confirmation.confirm();
  await expect(edit).toBeHidden();
  await expect(rowOf(name)).toContainText('all databases');

  await main.getByRole('button', { name: 'Generate…' }).click();
  const generate = page.getByRole('dialog', { name: 'Generate a certificate' });
  await generate.getByRole('textbox', { name: 'Name' }).fill(`${name}-made`);
  await generate.getByLabel('Clearance').click();
  await page.getByRole('option', { name: /^Operator/ }).click();
  await checkScreen(shell, environment, 'server-certificates-generate');
  const download = page.waitForEvent('download');
  await generate.getByRole('button', { name: 'Generate and save…' }).click();
  await expect(shell.confirmation.dialog()).toContainText(`${name}-made`);
  await shell.confirmation.confirm();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe(`${name}-made.zip`);
  const archive = await readFile(await saved.path());
  expect(archive.subarray(0, 2).toString()).toBe('PK');
  expect(archive.includes(`${name}-made.pfx`)).toBe(true);
  await expect(generate).toBeHidden();
  await expect(rowOf(`${name}-made`)).toContainText('Operator');

  for (const each of [`${name}-made`, name]) {
    await rowOf(each).first().click();
    await main.getByRole('button', { name: 'Delete…' }).click();
    const remove = page.getByRole('dialog', { name: `Delete ${each}?` });
    await remove.getByRole('textbox').fill(each);
    await remove.getByRole('button', { name: 'Delete certificate' }).click();
    await shell.confirmation.confirm();
    await expect(remove).toBeHidden();
    await expect(rowOf(each)).toHaveCount(0);
  }
  expect(consoleErrors).toEqual([]);
});

test('certificates: a key of this computer is requested, and the issued certificate is added', async ({
  shell,
  environment,
  consoleErrors,
}, testInfo) => {
  const { page } = shell;
  const name = `rookery-e2e-key-${Date.now()}`;
  const form = await shell.fillServer('Vault', securedUrl, 'Guarded');
  await choosePemFiles(form, 'operator');
  await form.getByRole('button', { name: 'Add server' }).click();
  await shell.confirmation.confirm();
  await expect(form).toBeHidden();

  const connections = await shell.openConnections();
  await connections.getByRole('button', { name: 'Actions for Vault' }).click();
  await page.getByRole('menuitem', { name: 'Certificates…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Client certificates of Vault' });
  await dialog.getByRole('button', { name: 'Create key and request…' }).click();
  const creating = dialog.getByRole('form', { name: 'Create key and request' });
  await creating.getByRole('button', { name: 'Create and save request' }).click();
  await expect(creating).toContainText('Enter at least 8 characters');
  await creating.getByRole('textbox', { name: 'Common name' }).fill(name);
  await creating.getByLabel('New password of the key').fill('correct horse');
  await checkScreen(shell, environment, 'certificate-request');
  const download = page.waitForEvent('download');
  await creating.getByRole('button', { name: 'Create and save request' }).click();
  const request = await download;
  expect(request.suggestedFilename()).toBe(`${name}.csr`);
  const keyFile = `key-${name}.key`;
  await expect(dialog.getByRole('region', { name: 'Created key' })).toContainText(keyFile);

  const issued = testInfo.outputPath('issued.crt');
  await promisify(execFile)('openssl', [
    ...['x509', '-req', '-in', await request.path(), '-out', issued, '-days', '2'],
    ...[
      '-CA',
      certificateFile('ca.crt'),
      '-CAkey',
      certificateFile('ca.key'),
      '-set_serial',
      `${Date.now()}`,
    ],
  ]);
  await dialog.getByLabel('Certificate file', { exact: true }).fill(issued);
  await expect(dialog.getByLabel('Private key file', { exact: true })).toHaveValue(/key-rookery-e2e.*\.key$/);
  await checkScreen(shell, environment, 'certificate-issued');
  await dialog.getByRole('button', { name: 'Add certificate' }).click();
  await shell.confirmation.confirm();
  await expect(dialog.getByRole('listitem').nth(1)).toContainText(name);
  await expect(dialog.getByRole('listitem').nth(1)).toContainText('expires in 1 day');
  expect(consoleErrors).toEqual([]);
});

/** The whole host generates keys; Node and openssl read them. */
import { execFile } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { hostOn } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';

const run = promisify(execFile);
const password = 'correct horse';
const wanted = (commonName: string) => ({
  subject: { commonName },
  algorithm: 'ec-p256' as const,
  password,
});

it('the key is saved encrypted and opens the certificate that was issued for its request', async () => {
  const folder = await temporaryFolder();
  const port = await hostOn(folder);
  const { keyPath, request } = await port.call('keys.generate', wanted('app/../one'));
  expect(keyPath).toBe(join(folder, 'keys', 'key-app_one.key'));
  if (process.platform !== 'win32') expect((await stat(keyPath)).mode & 0o777).toBe(0o600);
  const pem = await readFile(keyPath, 'utf8');
  expect(pem).toContain('BEGIN ENCRYPTED PRIVATE KEY');
  expect(await readFile(keyPath.replace(/\.key$/, '.csr'), 'utf8')).toBe(request);

  const csr = join(folder, 'request.csr');
  const issued = join(folder, 'issued.crt');
  const [authority, authorityKey] = [join(folder, 'ca.crt'), join(folder, 'ca.key')];
  await writeFile(csr, request);
  const ca = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=ca'];
  await run('openssl', ['req', '-x509', ...ca, '-out', authority, '-keyout', authorityKey]);
  const by = ['-CA', authority, '-CAkey', authorityKey, '-CAcreateserial'];
  await run('openssl', ['x509', '-req', '-in', csr, ...by, '-out', issued, '-days', '1']);
  const certificate = new X509Certificate(await readFile(issued));
  expect(certificate.subject).toBe('CN=app/../one');
  expect(certificate.checkPrivateKey(createPrivateKey({ key: pem, passphrase: password }))).toBe(true);

  // Added to a connection, it opens with the password; another certificate is refused.
  const save = async (certificatePath: string) => {
    const { connection } = await port.call('connections.save', {
      connection: {
        kind: 'server',
        name: 'Live',
        colour: 'red',
        mode: 'read-only',
        url: 'https://127.0.0.1:1',
        certificate: { kind: 'pem', certificatePath, keyPath },
      },
    });
    return port.call('connections.unlock', { id: connection.id, password });
  };
  await save(issued);
  await expect(save(authority)).rejects.toMatchObject({
    message: expect.stringContaining('does not belong to the chosen certificate') as unknown,
  });
});

it('a key of the same name does not replace the first, and no log has the password', async () => {
  const folder = await temporaryFolder();
  const port = await hostOn(folder);
  const first = await port.call('keys.generate', wanted('App'));
  const before = await readFile(first.keyPath);
  const second = await port.call('keys.generate', wanted('app'));
  expect(second.keyPath).toBe(join(folder, 'keys', 'key-app-2.key'));
  expect(await readFile(first.keyPath)).toEqual(before);
  const log = await readFile(join(folder, 'logs', 'rookery.log'), 'utf8');
  expect(log).not.toContain(password);
  expect(log).not.toContain('PRIVATE KEY');
});

it('a short password and an invisible name are refused', async () => {
  const port = await hostOn(await temporaryFolder());
  const refused = { code: 'bad-request' };
  await expect(port.call('keys.generate', { ...wanted('a'), password: 'short' })).rejects.toMatchObject(
    refused,
  );
  for (const name of ['', 'a\u202eb', 'a\nb'])
    await expect(port.call('keys.generate', wanted(name))).rejects.toMatchObject(refused);
});

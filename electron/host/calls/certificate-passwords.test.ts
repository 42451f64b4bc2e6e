/** The whole host with passwords of client certificates: entered, saved, deleted. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ClientCertificate } from '../../../src/contract/index.ts';
import { PassphraseProtection } from '../passwords/passphrase-protection.ts';
import { text } from '../test-environment/certificates.ts';
import { hostOn } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { certificates, clientSeen, next, save, secured, viewOf, wanted } from './certificates-for-tests.ts';

it('each certificate is described and has its own password, which other certificates do not get', async () => {
  const server = await secured();
  const port = await hostOn(await temporaryFolder());
  const pfx = { kind: 'pfx', path: certificates.client.pfx } as const;
  const missing = { kind: 'pfx', path: '/nobody/gone.pfx' } as const;
  const { id } = await save(
    port,
    wanted(server.url, { certificate: next, otherCertificates: [pfx, missing, pfx, next] }),
  );
  expect(await viewOf(port, id)).toMatchObject({
    certificate: { subject: 'CN=The next client' },
    connection: { otherCertificates: [pfx, missing] },
    otherCertificates: [
      { needsPassword: true },
      { needsPassword: false, problem: expect.stringContaining('/nobody/gone.pfx') as unknown },
    ],
  });
  const unlock = (certificate: ClientCertificate, password: string) =>
    port.call('connections.unlock', { id, password, certificate });
  await expect(unlock(pfx, 'wrong')).rejects.toMatchObject({ code: 'password-needed' });
  await expect(unlock({ kind: 'pfx', path: '/nobody/else.pfx' }, 'x')).rejects.toMatchObject({
    code: 'bad-request',
  });
  await unlock(pfx, certificates.password);
  expect((await viewOf(port, id))?.otherCertificates?.[0]).toMatchObject({
    needsPassword: false,
    details: { subject: 'CN=A client' },
  });
  // A test of this server opens it with the same password, one of another server does not.
  const openedFor = async (url: string): Promise<boolean> => {
    const destination = { url, authorityPath: certificates.authority, certificate: pfx };
    const { steps } = await port.call('connections.test', destination);
    return steps.some(({ step, ok }) => step === 'certificate' && ok);
  };
  expect(await openedFor(server.url)).toBe(true);
  expect(await openedFor((await secured()).url)).toBe(false);
  // Active now, still unlocked; the password is forgotten with the certificate.
  await save(port, wanted(server.url, { id, certificate: pfx, otherCertificates: [next] }));
  expect(await viewOf(port, id)).toMatchObject({ needsPassword: false });
  expect(await clientSeen(port, id)).toEqual({ client: 'A client' });
  await save(port, wanted(server.url, { id, certificate: next }));
  await save(port, wanted(server.url, { id, certificate: pfx }));
  expect(await viewOf(port, id)).toMatchObject({ needsPassword: true });
});

it('a saved password opens the certificate in the next run, and is deleted with what it was saved for', async () => {
  const server = await secured();
  const folder = await temporaryFolder();
  const run = (passphrase = 'correct horse battery') =>
    hostOn(folder, { passwordProtection: new PassphraseProtection(passphrase) });
  const saved = (): Promise<string> => text(join(folder, 'passwords.json'));
  const pfx = { kind: 'pfx', path: certificates.client.pfx } as const;
  const one = wanted(server.url, { certificate: pfx });
  const port = await run();
  const { id } = await save(port, one);
  const { password } = certificates;
  await expect(port.call('connections.unlock', { id, password: 'wrong', save: true })).rejects.toMatchObject({
    code: 'password-needed',
  });
  expect(await viewOf(port, id)).not.toHaveProperty('passwordSaved');
  await port.call('connections.unlock', { id, password, save: true });
  expect(await saved()).not.toContain(password);

  const later = await run();
  expect(await viewOf(later, id)).toMatchObject({ needsPassword: false, passwordSaved: true });
  expect(await clientSeen(later, id)).toEqual({ client: 'A client' });
  // A test from the page uses it for the same server only.
  const tested = await later.call('connections.test', {
    url: server.url,
    authorityPath: certificates.authority,
    certificate: pfx,
  });
  expect(tested.steps.find(({ step }) => step === 'certificate')).toMatchObject({ ok: true });

  const locked = await run('another passphrase');
  expect((await locked.call('app.info', {})).notices).toMatchObject([{ code: 'passwords-locked' }]);
  expect(await viewOf(locked, id)).toMatchObject({
    needsPassword: true,
    passwordSaved: true,
    problem: expect.stringContaining('not the one that it was saved with') as unknown,
  });
  await expect(clientSeen(locked, id)).rejects.toMatchObject({ code: 'password-needed' });
  // Entered again without saving: the one that does not work is deleted.
  await locked.call('connections.unlock', { id, password });
  expect(await clientSeen(locked, id)).toEqual({ client: 'A client' });
  expect(await saved()).toContain('"passwords": []');

  await later.call('connections.unlock', { id, password, save: true });
  await later.call('connections.forgetPassword', { id, certificate: pfx });
  expect(await viewOf(later, id)).toMatchObject({ needsPassword: true });
  await later.call('connections.unlock', { id, password, save: true });
  expect(await saved()).toContain(id);
  await save(later, { ...one, id, url: (await secured()).url });
  expect(await viewOf(later, id)).toMatchObject({ needsPassword: true });
  await later.call('connections.unlock', { id, password, save: true });
  await later.call('connections.remove', { id });
  expect(await saved()).toContain('"passwords": []');
});

it('a password that cannot be saved is used all the same, and the reason is reported', async () => {
  const port = await hostOn(await temporaryFolder());
  const pfx = { kind: 'pfx', path: certificates.client.pfx } as const;
  const { id } = await save(port, wanted('https://127.0.0.1:1', { certificate: pfx }));
  expect(await port.call('passwords.storage', {})).toMatchObject({ kind: 'none' });
  const unlock = port.call('connections.unlock', { id, password: certificates.password, save: true });
  await expect(unlock).rejects.toMatchObject({ code: 'unsupported' });
  expect(await viewOf(port, id)).toMatchObject({ needsPassword: false });
  expect(await viewOf(port, id)).not.toHaveProperty('passwordSaved');
});

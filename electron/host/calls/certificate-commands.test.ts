/** The whole host with certificates and passwords that programs print. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ClientCertificate, Port, SecretCommand } from '../../../src/contract/index.ts';
import type { HostOptions } from '../host-options.ts';
import type { ConfirmationText } from '../confirmation/confirmation-text.ts';
import { hostOn as hostWith } from '../test-environment/host-port.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import {
  certificates,
  clientSeen,
  save as saveConnection,
  secured,
  viewOf,
  wanted,
} from './certificates-for-tests.ts';

/** Every confirmation is accepted. */
const hostOn = (folder: string, more: Partial<HostOptions> = {}): Promise<Port> =>
  hostWith(folder, { confirmation: { method: 'dialog', ask: () => Promise.resolve(true) }, ...more });

/** A program that counts its runs in a file and prints other files. */
async function printing(
  ...files: string[]
): Promise<{ command: SecretCommand; runs: () => Promise<number> }> {
  const folder = await temporaryFolder();
  const [script, count] = [join(folder, 'print.mjs'), join(folder, 'count')];
  await writeFile(
    script,
    `import { appendFileSync, readFileSync } from 'node:fs';
     appendFileSync(process.argv[2], '.');
     for (const file of process.argv.slice(3)) process.stdout.write(readFileSync(file, 'utf8') + '\\n');`,
  );
  return {
    command: [process.execPath, script, count, ...files],
    runs: () =>
      readFile(count, 'utf8').then(
        (dots) => dots.length,
        () => 0,
      ),
  };
}

const save = async (port: Port, url: string, certificate: ClientCertificate): Promise<string> =>
  (await saveConnection(port, wanted(url, { certificate }))).id;

it('a program prints certificate and key, once, when the first request needs them', async () => {
  const server = await secured();
  const { command, runs } = await printing(certificates.client.cert, certificates.client.key);
  const folder = await temporaryFolder();
  const port = await hostOn(folder);
  const id = await save(port, server.url, { kind: 'command', command });
  expect(await viewOf(port, id)).toMatchObject({ needsPassword: false });
  expect(await runs()).toBe(0);
  expect(await Promise.all([clientSeen(port, id), clientSeen(port, id)])).toEqual(
    Array.from({ length: 2 }, () => ({ client: 'A client' })),
  );
  expect(await viewOf(port, id)).toMatchObject({ certificate: { subject: 'CN=A client' } });
  expect(await runs()).toBe(1);
  for (const file of ['connections.json', 'passwords.json'])
    expect(await readFile(join(folder, file), 'utf8').catch(() => '')).not.toContain('PRIVATE KEY');
});

it('a program prints the password of a file', async () => {
  const server = await secured();
  const word = join(await temporaryFolder(), 'word');
  await writeFile(word, certificates.password);
  const { command, runs } = await printing(word);
  const pfx = { kind: 'pfx', path: certificates.client.pfx } as const;
  const port = await hostOn(await temporaryFolder());
  const id = await save(port, server.url, { ...pfx, passwordCommand: command });
  expect(await clientSeen(port, id)).toEqual({ client: 'A client' });
  expect(await runs()).toBe(1);
  const result = await port.call('connections.test', {
    url: server.url,
    authorityPath: certificates.authority,
    certificate: { ...pfx, passwordCommand: command },
  });
  expect(result.ok || result.steps.some(({ step, ok }) => step === 'certificate' && ok)).toBe(true);

  await writeFile(word, 'wrong');
  const other = await hostOn(await temporaryFolder());
  const wrong = await save(other, server.url, { ...pfx, passwordCommand: command });
  await expect(clientSeen(other, wrong)).rejects.toMatchObject({ code: 'password-needed' });
});

it('an error about invalid output contains none of it', async () => {
  const server = await secured();
  const word = join(await temporaryFolder(), 'word');
  await writeFile(word, 'hunter2');
  const { command } = await printing(word);
  const port = await hostOn(await temporaryFolder());
  const id = await save(port, server.url, { kind: 'command', command });
  const failed = await clientSeen(port, id).catch(
    (thrown: unknown) => `${String(thrown)} ${JSON.stringify(thrown)}`,
  );
  expect(failed).toContain('must print a certificate and a private key as PEM');
  expect(failed).not.toContain('hunter2');
  expect((await viewOf(port, id))?.problem).toContain('must print a certificate');
});

it('no program starts before a confirmation showed it completely for that server', async () => {
  const server = await secured();
  const { command, runs } = await printing(certificates.client.cert, certificates.client.key);
  const certificate: ClientCertificate = { kind: 'command', command: [...command, 'a "b" $(c)'] };
  const shown: ConfirmationText[] = [];
  const answers: boolean[] = [];
  const port = await hostOn(await temporaryFolder(), {
    confirmation: {
      method: 'dialog',
      ask: (question) => {
        shown.push(question);
        return Promise.resolve(answers.shift() ?? false);
      },
    },
  });
  const refused = { code: 'not-confirmed' };
  const destination = { url: server.url, certificate };
  await expect(port.call('connections.test', destination)).rejects.toMatchObject(refused);
  await expect(save(port, server.url, certificate)).rejects.toMatchObject(refused);
  expect(shown[0]?.summary).toContain('start a program on this computer');
  for (const { details } of shown) {
    for (const argument of certificate.command)
      expect(details.join('\n')).toContain(JSON.stringify(argument));
  }
  expect(await runs()).toBe(0);

  answers.push(true);
  const id = await save(port, server.url, certificate);
  // Another argument is another program.
  const { connection } = (await viewOf(port, id)) ?? {};
  if (connection?.kind !== 'server') throw new Error('The connection was not stored.');
  const changed = { ...connection, certificate: { kind: 'command' as const, command } };
  await expect(port.call('connections.save', { connection: changed })).rejects.toMatchObject(refused);
  // Nor is it started for another server.
  const elsewhere = { url: (await secured()).url, certificate };
  await expect(port.call('connections.test', elsewhere)).rejects.toMatchObject(refused);
  expect(await runs()).toBe(0);
});

it('refuses a new program where confirmations are off', async () => {
  const { command, runs } = await printing(certificates.client.cert);
  const port = await hostOn(await temporaryFolder(), { confirmation: { method: 'off' } });
  const certificate: ClientCertificate = { kind: 'command', command };
  const refused = { code: 'policy-refused', message: expect.stringContaining('--trust-page') as unknown };
  const url = 'https://127.0.0.1:1';
  await expect(save(port, url, certificate)).rejects.toMatchObject(refused);
  await expect(port.call('connections.test', { url, certificate })).rejects.toMatchObject(refused);
  expect(await runs()).toBe(0);
});

it('uses an entered password instead of the program', async () => {
  const server = await secured();
  const { command, runs } = await printing(join(await temporaryFolder(), 'missing'));
  const port = await hostOn(await temporaryFolder());
  const pfx = { kind: 'pfx', path: certificates.client.pfx, passwordCommand: command } as const;
  const id = await save(port, server.url, pfx);
  await port.call('connections.unlock', { id, password: certificates.password });
  expect(await clientSeen(port, id)).toEqual({ client: 'A client' });
  expect(await runs()).toBe(0);
});

it('rejects a program without a complete local path, and arguments that cannot be shown', async () => {
  const port = await hostOn(await temporaryFolder());
  for (const program of [
    '/vault\u202e',
    '/vault\n',
    `/${'x'.repeat(1100)}`,
    'vault',
    '//server/share/vault',
    '\\\\server\\vault.exe',
    '/proc/self/exe',
  ])
    await expect(
      save(port, 'https://127.0.0.1:1', { kind: 'command', command: [program] }),
    ).rejects.toMatchObject({
      code: 'bad-request',
    });
});

import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ClientCertificate } from '../../../src/contract/index.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import { noProtection, type PasswordProtection } from './password-protection.ts';
import { SavedPasswords } from './saved-passwords.ts';

const one: ClientCertificate = { kind: 'pfx', path: '/c/one.pfx' };
const two: ClientCertificate = { kind: 'pem', certificatePath: '/c/two.crt', keyPath: '/c/two.key' };

/** Reverses texts, and counts how often it is used. */
function reversing(kind: PasswordProtection['kind'] = 'keychain') {
  const used = { reveals: 0, broken: false };
  const reverse = (text: string): string => Array.from(text).reverse().join('');
  const protection: PasswordProtection = {
    kind,
    storage: () => Promise.resolve({ kind: 'keychain', name: 'Test' }),
    protect: (text) => Promise.resolve(reverse(text)),
    reveal: (text) => {
      used.reveals++;
      return used.broken
        ? Promise.reject(new Error('the keychain said secret'))
        : Promise.resolve(reverse(text));
    },
  };
  return { protection, used };
}

async function open(folder: string, protection: PasswordProtection) {
  return (await SavedPasswords.open(folder, protection)).passwords;
}

it('keeps a password per connection and certificate in a private file, and nothing in plain text', async () => {
  const folder = await temporaryFolder();
  const { protection, used } = reversing();
  const passwords = await open(folder, protection);
  await passwords.save('a', one, 'secret of one');
  await passwords.save('a', two, 'secret of two');
  await passwords.save('b', one, 'secret of b');
  await passwords.save('a', one, 'changed secret');
  const path = join(folder, 'passwords.json');
  expect(await readFile(path, 'utf8')).not.toContain('secret');
  expect((await stat(path)).mode & 0o077).toBe(process.platform === 'win32' ? 0o066 : 0);

  const later = await open(folder, protection);
  used.reveals = 0;
  expect(await later.read('a', one)).toBe('changed secret');
  expect(await later.read('a', one)).toBe('changed secret');
  expect(used.reveals).toBe(1);
  expect(await later.read('a', two)).toBe('secret of two');
  expect(await later.read('b', two)).toBeUndefined();

  await later.keepOnly('a', [two]);
  expect([later.isSaved('a', one), later.isSaved('a', two), later.isSaved('b', one)]).toEqual([
    false,
    true,
    true,
  ]);
  await later.remove('b', one);
  await later.keepOnly('a', []);
  expect(await readFile(path, 'utf8')).toContain('"passwords": []');
});

it('asks a keychain that refused only once, and does not repeat what it said', async () => {
  const folder = await temporaryFolder();
  const { protection, used } = reversing();
  await (await open(folder, protection)).save('a', one, 'secret');
  used.broken = true;
  const passwords = await open(folder, protection);
  for (let time = 0; time < 2; time++) {
    const failure = passwords.read('a', one);
    await expect(failure).rejects.toMatchObject({ code: 'password-needed', retryable: true });
    await expect(failure).rejects.not.toThrow(/secret/);
  }
  expect(used.reveals).toBe(1);
  await passwords.save('a', one, 'another');
  used.broken = false;
  expect(await passwords.read('a', one)).toBe('another');
});

it('does not use a ciphertext that was moved to another connection or certificate', async () => {
  const folder = await temporaryFolder();
  const { protection } = reversing();
  await (await open(folder, protection)).save('a', one, 'secret');
  const path = join(folder, 'passwords.json');
  await writeFile(path, (await readFile(path, 'utf8')).replace('"connection": "a"', '"connection": "b"'));
  const moved = await open(folder, protection);
  await expect(moved.read('b', one)).rejects.toThrow('belongs to another certificate');
});

it('keeps passwords of the keychain and of a passphrase apart, and deletes both', async () => {
  const folder = await temporaryFolder();
  await (await open(folder, reversing('keychain').protection)).save('a', one, 'from the keychain');
  const other = await open(folder, reversing('passphrase').protection);
  expect(await other.read('a', one)).toBeUndefined();
  await other.save('a', one, 'by passphrase');
  expect(await (await open(folder, reversing('keychain').protection)).read('a', one)).toBe(
    'from the keychain',
  );
  await other.remove('a', one);
  expect((await open(folder, reversing('keychain').protection)).isSaved('a', one)).toBe(false);
});

it('saves nothing where there is no protection, and says what to do', async () => {
  const passwords = await open(await temporaryFolder(), noProtection('Start a keychain.'));
  expect(await passwords.storage()).toEqual({ kind: 'none', reason: 'Start a keychain.' });
  await expect(passwords.save('a', one, 'x')).rejects.toMatchObject({
    code: 'unsupported',
    message: 'Start a keychain.',
  });
  expect(passwords.isSaved('a', one)).toBe(false);
});

it('reports at the start that the passphrase is another one, and keeps what is saved', async () => {
  const folder = await temporaryFolder();
  const { protection, used } = reversing('passphrase');
  const passwords = await open(folder, protection);
  expect(await passwords.check()).toEqual([]);
  await passwords.save('a', one, 'secret');
  expect(await passwords.check()).toEqual([]);
  used.broken = true;
  expect(await passwords.check()).toMatchObject([{ code: 'passwords-locked' }]);
  expect(passwords.isSaved('a', one)).toBe(true);
  // A keychain is not used before a password is needed.
  const keychain = reversing('keychain');
  const other = await open(await temporaryFolder(), keychain.protection);
  await other.save('a', one, 'x');
  expect(await other.check()).toEqual([]);
  expect(keychain.used.reveals).toBe(0);
});

import { expect, it } from 'vitest';
import { askKeychain, type SafeStorage } from './keychain.ts';

/** Electron 22: only synchronous functions, and no name of the backend. */
function old(available = true): SafeStorage {
  return {
    isEncryptionAvailable: () => available,
    encryptString: (text) => Buffer.from(`old:${text}`),
    decryptString: (encrypted) => encrypted.toString().replace('old:', ''),
  };
}

/** Later versions. The synchronous functions are deprecated there. */
function recent(backend: string, available = true): SafeStorage {
  const refuse = (): never => {
    throw new Error('deprecated');
  };
  return {
    isEncryptionAvailable: refuse,
    encryptString: refuse,
    decryptString: refuse,
    isAsyncEncryptionAvailable: () => Promise.resolve(available),
    encryptStringAsync: (text) => Promise.resolve(Buffer.from(`new:${text}`)),
    decryptStringAsync: (encrypted) => Promise.resolve({ result: encrypted.toString().replace('new:', '') }),
    getSelectedStorageBackend: () => backend,
  };
}

it.each([
  ['Electron 22', old(), 'the keychain'],
  ['later versions', recent('gnome_libsecret'), 'GNOME Keyring'],
])('encrypts and decrypts with the functions of %s', async (_version, storage, name) => {
  expect(await askKeychain(storage, 'linux', { kind: 'storage' })).toEqual({
    kind: 'storage',
    storage: { kind: 'keychain', name },
  });
  const answer = await askKeychain(storage, 'linux', { kind: 'protect', text: 'secret' });
  if (answer.kind !== 'text') throw new Error('not encrypted');
  expect(answer.text).not.toContain('secret');
  expect(await askKeychain(storage, 'linux', { kind: 'reveal', ciphertext: answer.text })).toEqual({
    kind: 'text',
    text: 'secret',
  });
});

it.each([
  ['encrypts with a key that everybody knows', recent('basic_text')],
  ['is not known yet', recent('unknown')],
  ['is locked', recent('kwallet5', false)],
  ['is missing in Electron 22', old(false)],
])('refuses to encrypt or decrypt on Linux when the keychain %s', async (_state, storage) => {
  expect(await askKeychain(storage, 'linux', { kind: 'storage' })).toMatchObject({
    kind: 'storage',
    storage: { kind: 'none', reason: expect.stringContaining('not saved without encryption') as unknown },
  });
  for (const request of [
    { kind: 'protect', text: 'secret' },
    { kind: 'reveal', ciphertext: 'bmV3OngK' },
  ] as const)
    expect(await askKeychain(storage, 'linux', request)).toMatchObject({ kind: 'failed' });
});

it.each([
  ['darwin', 'the macOS keychain'],
  ['win32', 'Windows data protection'],
])('names the keychain of %s, where there is only one', async (platform, name) => {
  expect(await askKeychain(recent('basic_text'), platform, { kind: 'storage' })).toEqual({
    kind: 'storage',
    storage: { kind: 'keychain', name },
  });
});

it('answers a failure of the keychain without the text', async () => {
  const failing: SafeStorage = {
    ...old(),
    encryptString: (text) => {
      throw new Error(`cannot encrypt ${text}`);
    },
  };
  const answer = await askKeychain(failing, 'linux', { kind: 'protect', text: 'secret' });
  expect(answer).toEqual({ kind: 'failed', reason: 'the keychain could not encrypt it' });
});

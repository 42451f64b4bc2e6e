/**
 * Encrypts texts with a key that the system's keychain keeps for this user. Functions are detected, because Electron 22
 * has only the synchronous ones, and later versions deprecate those.
 */
import type { PasswordStorage } from '../../src/contract/index.ts';
import type { KeychainAnswer, KeychainRequest } from '../host/process-protocol.ts';

/** The used part of Electron's `safeStorage`. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(encrypted: Buffer): string;
  isAsyncEncryptionAvailable?(): Promise<boolean>;
  encryptStringAsync?(text: string): Promise<Buffer>;
  decryptStringAsync?(encrypted: Buffer): Promise<{ readonly result: string }>;
  /** Linux only. */
  getSelectedStorageBackend?(): string;
}

const names: Readonly<Record<string, string>> = {
  gnome_libsecret: 'GNOME Keyring',
  kwallet: 'KWallet',
  kwallet5: 'KWallet',
  kwallet6: 'KWallet',
  darwin: 'the macOS keychain',
  win32: 'Windows data protection',
};

const NO_KEYCHAIN =
  'There is no keychain here, and passwords are not saved without encryption. Start GNOME Keyring or KWallet, then Rookery again.';

/** Never rejects. */
export async function askKeychain(
  storage: SafeStorage,
  platform: string,
  request: KeychainRequest,
): Promise<KeychainAnswer> {
  try {
    const found = await storageOf(storage, platform);
    if (request.kind === 'storage') return { kind: 'storage', storage: found };
    if (found.kind === 'none') return { kind: 'failed', reason: 'the keychain is not available' };
    return {
      kind: 'text',
      text: await (request.kind === 'protect' ? protect : reveal)(storage, textOf(request)),
    };
  } catch {
    // The cause can contain the text.
    const doing = { storage: 'respond', protect: 'encrypt it', reveal: 'decrypt it' }[request.kind];
    return { kind: 'failed', reason: `the keychain could not ${doing}` };
  }
}

async function storageOf(storage: SafeStorage, platform: string): Promise<PasswordStorage> {
  const backend = platform === 'linux' ? storage.getSelectedStorageBackend?.() : platform;
  // Chromium's fallback on Linux: encryption with a key that everybody knows.
  const isPlain = backend === 'basic_text' || backend === 'unknown';
  const isAvailable =
    !isPlain && (await (storage.isAsyncEncryptionAvailable?.() ?? storage.isEncryptionAvailable()));
  if (isAvailable) return { kind: 'keychain', name: names[backend ?? ''] ?? 'the keychain' };
  return {
    kind: 'none',
    reason:
      platform === 'linux'
        ? NO_KEYCHAIN
        : 'The keychain of this computer is not available. Unlock it, then start Rookery again.',
  };
}

async function protect(storage: SafeStorage, text: string): Promise<string> {
  const encrypted = await (storage.encryptStringAsync?.(text) ?? storage.encryptString(text));
  return encrypted.toString('base64');
}

async function reveal(storage: SafeStorage, ciphertext: string): Promise<string> {
  const encrypted = Buffer.from(ciphertext, 'base64');
  if (storage.decryptStringAsync === undefined) return storage.decryptString(encrypted);
  return (await storage.decryptStringAsync(encrypted)).result;
}

const textOf = (request: Exclude<KeychainRequest, { kind: 'storage' }>): string =>
  request.kind === 'protect' ? request.text : request.ciphertext;

/**
 * Encrypts with a key that scrypt derives from a passphrase.
 *
 * Format: `1.SALT.IV.TAG.CIPHERTEXT`, each part in base64url. Version 1: scrypt with N = 2^17, r = 8, p = 1 and a salt
 * of 16 bytes; AES-256-GCM with an IV of 12 bytes and a tag of 16.
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { PortError } from '../../../src/contract/index.ts';
import type { PasswordProtection } from './password-protection.ts';

const VERSION = '1';
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** 128 MiB and about half a second per guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 192 * 1024 * 1024 };

export class PassphraseProtection implements PasswordProtection {
  readonly kind = 'passphrase';
  private readonly passphrase: string;
  /** New texts of this run share a salt: each has an IV of its own. */
  private readonly salt = randomBytes(SALT_BYTES);
  private readonly keys = new Map<string, Promise<Buffer>>();

  constructor(passphrase: string) {
    this.passphrase = passphrase.normalize('NFC');
  }

  storage(): Promise<{ kind: 'passphrase' }> {
    return Promise.resolve({ kind: 'passphrase' });
  }

  async protect(text: string): Promise<string> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', await this.keyOf(this.salt), iv, {
      authTagLength: TAG_BYTES,
    });
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [
      VERSION,
      ...[this.salt, iv, cipher.getAuthTag(), body].map((part) => part.toString('base64url')),
    ].join('.');
  }

  async reveal(ciphertext: string): Promise<string> {
    const [version, ...encoded] = ciphertext.split('.');
    const [salt, iv, tag, body] = encoded.map((part) => Buffer.from(part, 'base64url'));
    if (
      version !== VERSION ||
      salt?.length !== SALT_BYTES ||
      iv?.length !== IV_BYTES ||
      tag?.length !== TAG_BYTES ||
      body === undefined
    )
      throw new PortError({ code: 'storage', message: 'it has an unknown format' });
    const key = await this.keyOf(salt);
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    } catch {
      throw new PortError({
        code: 'storage',
        message: 'the passphrase of this run is not the one that it was saved with',
      });
    }
  }

  private keyOf(salt: Buffer): Promise<Buffer> {
    const name = salt.toString('base64url');
    const known = this.keys.get(name);
    if (known !== undefined) return known;
    const derived = new Promise<Buffer>((resolve, reject) =>
      scrypt(this.passphrase, salt, KEY_BYTES, COST, (failure, key) =>
        failure === null ? resolve(key) : reject(failure),
      ),
    );
    this.keys.set(name, derived);
    return derived;
  }
}

import { PortError, type PasswordStorage } from '../../../src/contract/index.ts';

/** Encrypts a text so that only this user of this computer, or who knows the passphrase, can decrypt it. */
export interface PasswordProtection {
  /** Ciphertexts of one kind cannot be decrypted by the other. */
  readonly kind: 'keychain' | 'passphrase';
  /** Called on use only: a locked keychain may prompt the user. */
  storage(): Promise<PasswordStorage>;
  protect(text: string): Promise<string>;
  /** Throws a sentence about why the text cannot be decrypted. */
  reveal(ciphertext: string): Promise<string>;
}

/** Where nothing can be saved. The reason is a sentence that says what to do. */
export function noProtection(reason: string): PasswordProtection {
  const refuse = (): Promise<never> =>
    Promise.reject(new PortError({ code: 'unsupported', message: reason }));
  return {
    kind: 'passphrase',
    storage: () => Promise.resolve({ kind: 'none', reason }),
    protect: refuse,
    reveal: refuse,
  };
}

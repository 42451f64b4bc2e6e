/** Encrypts with a key of the system's keychain, through the process that can use it. */
import { PortError, type PasswordStorage } from '../../../src/contract/index.ts';
import type { KeychainAnswer, KeychainRequest } from '../process-protocol.ts';
import type { PasswordProtection } from './password-protection.ts';

export class KeychainProtection implements PasswordProtection {
  readonly kind = 'keychain';
  private readonly ask: (request: KeychainRequest) => Promise<KeychainAnswer>;

  constructor(ask: (request: KeychainRequest) => Promise<KeychainAnswer>) {
    this.ask = ask;
  }

  async storage(): Promise<PasswordStorage> {
    const answer = await this.ask({ kind: 'storage' });
    if (answer.kind === 'storage') return answer.storage;
    const why = answer.kind === 'failed' ? answer.reason : 'it gave no answer';
    return { kind: 'none', reason: `The keychain cannot be used: ${why}.` };
  }

  async protect(text: string): Promise<string> {
    return textOf(await this.ask({ kind: 'protect', text }));
  }

  async reveal(ciphertext: string): Promise<string> {
    return textOf(await this.ask({ kind: 'reveal', ciphertext }));
  }
}

function textOf(answer: KeychainAnswer): string {
  if (answer.kind === 'text') return answer.text;
  throw new PortError({
    code: 'storage',
    message: answer.kind === 'failed' ? answer.reason : 'the keychain gave no answer',
  });
}

import './no-eval.ts';
import { z } from 'zod';

/** Where a certificate password can be saved between runs. */
export const passwordStorage = z.discriminatedUnion('kind', [
  /** Encrypted with a key of the system's keychain; `name` names it in a sentence: `GNOME Keyring`. */
  z.object({ kind: z.literal('keychain'), name: z.string() }),
  /** Encrypted with the passphrase that `serve` was started with. */
  z.object({ kind: z.literal('passphrase') }),
  /** Passwords stay in memory; `reason` is a sentence that says why, and what to do. */
  z.object({ kind: z.literal('none'), reason: z.string() }),
]);
export type PasswordStorage = z.infer<typeof passwordStorage>;

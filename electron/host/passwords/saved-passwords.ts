/** Passwords of client certificates and routes between runs, encrypted, in a file of their own. */
import { z } from 'zod';
import {
  passwordKey,
  PortError,
  toPortError,
  type PasswordOwner,
  type PasswordStorage,
} from '../../../src/contract/index.ts';
import { JsonFile, type Notice } from '../stored/json-file.ts';
import type { PasswordProtection } from './password-protection.ts';

const entrySchema = z.object({
  connection: z.string(),
  /** `passwordKey` of the certificate or the route. */
  certificate: z.string(),
  protection: z.enum(['keychain', 'passphrase']),
  ciphertext: z.string(),
});
const schema = z.object({ passwords: z.array(entrySchema) });
type Entry = z.output<typeof entrySchema>;

/** What is encrypted: a ciphertext that was moved to another entry is not used. */
const content = z.tuple([z.string(), z.string(), z.string()]);

export class SavedPasswords {
  private readonly file: JsonFile<typeof schema>;
  private readonly protection: PasswordProtection;
  /** By ciphertext: a keychain that refused is not asked again in this run. */
  private readonly revealed = new Map<string, Promise<string>>();

  private constructor(file: JsonFile<typeof schema>, protection: PasswordProtection) {
    this.file = file;
    this.protection = protection;
  }

  static async open(
    folder: string,
    protection: PasswordProtection,
  ): Promise<{ passwords: SavedPasswords; notices: Notice[] }> {
    const { file, notices } = await JsonFile.open({
      folder,
      name: 'passwords',
      what: 'the file of saved passwords',
      schema,
      empty: { passwords: [] },
    });
    return { passwords: new SavedPasswords(file, protection), notices };
  }

  storage(): Promise<PasswordStorage> {
    return this.protection.storage();
  }

  isSaved(connection: string, owner: PasswordOwner | undefined): boolean {
    return this.find(connection, owner) !== undefined;
  }

  /** Undefined: none is saved. Throws `password-needed` for one that cannot be decrypted. */
  async read(connection: string, owner: PasswordOwner | undefined): Promise<string | undefined> {
    const entry = this.find(connection, owner);
    if (entry === undefined) return undefined;
    const known = this.revealed.get(entry.ciphertext);
    if (known !== undefined) return known;
    const revealed = this.reveal(entry);
    this.revealed.set(entry.ciphertext, revealed);
    return revealed;
  }

  async save(connection: string, owner: PasswordOwner, password: string): Promise<void> {
    const storage = await this.protection.storage();
    if (storage.kind === 'none') throw new PortError({ code: 'unsupported', message: storage.reason });
    const key = passwordKey(owner);
    const text = JSON.stringify([connection, key, password] satisfies z.input<typeof content>);
    const entry: Entry = {
      connection,
      certificate: key,
      protection: this.protection.kind,
      ciphertext: await this.protection.protect(text),
    };
    const isReplaced = this.isOf(entry);
    await this.file.save({
      passwords: [...this.file.value.passwords.filter((each) => !isReplaced(each)), entry],
    });
  }

  async remove(connection: string, owner: PasswordOwner): Promise<void> {
    const key = passwordKey(owner);
    await this.replace((each) => each.connection !== connection || each.certificate !== key);
  }

  /** Deletes those of a connection, except of these certificates and routes, whatever protects them. */
  async keepOnly(connection: string, owners: readonly PasswordOwner[]): Promise<void> {
    const kept = new Set(owners.map(passwordKey));
    await this.replace((each) => each.connection !== connection || kept.has(each.certificate));
  }

  /** Whether the passphrase opens what is saved; the keychain is used when a password is needed. */
  async check(): Promise<Notice[]> {
    const first = this.file.value.passwords.find(({ protection }) => protection === 'passphrase');
    if (this.protection.kind !== 'passphrase' || first === undefined) return [];
    if ((await this.protection.storage()).kind === 'none') return [];
    try {
      await this.protection.reveal(first.ciphertext);
      return [];
    } catch (thrown) {
      return [
        {
          code: 'passwords-locked',
          message: `The saved passwords cannot be opened: ${toPortError(thrown).message}. Start Rookery with that passphrase, or enter the passwords again.`,
        },
      ];
    }
  }

  private async replace(isKept: (each: Entry) => boolean): Promise<void> {
    const passwords = this.file.value.passwords.filter(isKept);
    if (passwords.length < this.file.value.passwords.length) await this.file.save({ passwords });
  }

  private find(connection: string, owner: PasswordOwner | undefined): Entry | undefined {
    const wanted = { connection, certificate: passwordKey(owner), protection: this.protection.kind };
    return this.file.value.passwords.find(this.isOf(wanted));
  }

  private isOf({ connection, certificate, protection }: Omit<Entry, 'ciphertext'>): (each: Entry) => boolean {
    return (each) =>
      each.connection === connection && each.certificate === certificate && each.protection === protection;
  }

  private async reveal({ ciphertext, connection, certificate }: Entry): Promise<string> {
    let why = 'it belongs to another certificate';
    try {
      const [itsConnection, itsCertificate, password] = content.parse(
        JSON.parse(await this.protection.reveal(ciphertext)),
      );
      if (itsConnection === connection && itsCertificate === certificate) return password;
    } catch (thrown) {
      // A text that is no content can hold a password, so only messages of the protection are shown.
      why = thrown instanceof PortError ? thrown.message : 'it was damaged';
    }
    throw new PortError({
      code: 'password-needed',
      message: `The saved password cannot be used: ${why}. Enter the password again.`,
      retryable: true,
    });
  }
}

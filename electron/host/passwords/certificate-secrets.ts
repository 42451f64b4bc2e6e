/** The secrets of client certificates: entered in this run, printed by a command, or saved. */
import {
  certificateKey,
  commandOf,
  type ClientCertificate,
  type SecretCommand,
} from '../../../src/contract/index.ts';
import type { ClientSecrets } from '../transport/client-credentials.ts';
import { CommandSecrets } from './command-secrets.ts';
import type { SavedPasswords } from './saved-passwords.ts';

export class CertificateSecrets {
  readonly saved: SavedPasswords;
  /** By connection, then by certificate. */
  private readonly entered = new Map<string, Map<string, string>>();

  private readonly commands: CommandSecrets;

  constructor(saved: SavedPasswords, commands = new CommandSecrets()) {
    this.saved = saved;
    this.commands = commands;
  }

  /**
   * Starts the certificate's command when no password was entered and its output is not known. Throws `certificate` when that fails, and
   * `password-needed` when a saved password cannot be decrypted.
   */
  of(connection: string, certificate: ClientCertificate | undefined): Promise<ClientSecrets> {
    const command = this.neededCommand(connection, certificate);
    return this.combine(connection, certificate, command && this.commands.read(command));
  }

  /** The same without starting a program; undefined while its output is not known. */
  async known(
    connection: string,
    certificate: ClientCertificate | undefined,
  ): Promise<ClientSecrets | undefined> {
    const command = this.neededCommand(connection, certificate);
    const printed = command && this.commands.find(command);
    if (command !== undefined && printed === undefined) return undefined;
    return this.combine(connection, certificate, printed);
  }

  private async combine(
    connection: string,
    certificate: ClientCertificate | undefined,
    printed: Promise<string> | undefined,
  ): Promise<ClientSecrets> {
    if (certificate === undefined) return {};
    if (certificate.kind === 'command') return { pem: await printed };
    const password =
      this.enteredFor(connection, certificate) ??
      (await (printed ?? this.saved.read(connection, certificate)));
    return password === undefined ? {} : { password };
  }

  /** An entered password is used instead of the one that a command prints. */
  private neededCommand(
    connection: string,
    certificate: ClientCertificate | undefined,
  ): SecretCommand | undefined {
    return this.enteredFor(connection, certificate) === undefined ? commandOf(certificate) : undefined;
  }

  private enteredFor(connection: string, certificate: ClientCertificate | undefined): string | undefined {
    return this.entered.get(connection)?.get(certificateKey(certificate));
  }

  /** The next use starts the certificate's command again. */
  forgetPrinted(certificate: ClientCertificate): void {
    const command = commandOf(certificate);
    if (command !== undefined) this.commands.forget(command);
  }

  /** Ends running commands. */
  close(): void {
    this.commands.close();
  }

  /** Without `save`, a password that was saved before is deleted. */
  async setPassword(
    connection: string,
    certificate: ClientCertificate,
    password: string,
    save: boolean,
  ): Promise<void> {
    const own = this.entered.get(connection) ?? new Map<string, string>();
    this.entered.set(connection, own.set(certificateKey(certificate), password));
    if (save) await this.saved.save(connection, certificate, password);
    else await this.saved.remove(connection, certificate);
  }

  async forget(connection: string, certificate: ClientCertificate): Promise<void> {
    this.entered.get(connection)?.delete(certificateKey(certificate));
    await this.saved.remove(connection, certificate);
  }

  /** Forgets the passwords of a connection, except those of these certificates. */
  async keepOnly(connection: string, certificates: readonly ClientCertificate[]): Promise<void> {
    const kept = new Set(certificates.map(certificateKey));
    for (const key of [...(this.entered.get(connection)?.keys() ?? [])])
      if (!kept.has(key)) this.entered.get(connection)?.delete(key);
    await this.saved.keepOnly(connection, certificates);
  }
}

/** The secrets of client certificates and routes: entered in this run, printed by a command, or saved. */
import {
  commandOf,
  passwordKey,
  PortError,
  toPortError,
  type ClientCertificate,
  type ConnectionRoute,
  type PasswordOwner,
  type SecretCommand,
} from '../../../src/contract/index.ts';
import type { ClientSecrets } from '../transport/client-credentials.ts';
import { CommandSecrets } from './command-secrets.ts';
import type { SavedPasswords } from './saved-passwords.ts';

export class CertificateSecrets {
  readonly saved: SavedPasswords;
  /** By connection, then by certificate or route. */
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

  /** The password of the proxy or of the SSH key. Throws `route` when a saved one cannot be decrypted. */
  async ofRoute(connection: string, route: ConnectionRoute): Promise<string | undefined> {
    try {
      return this.enteredFor(connection, route) ?? (await this.saved.read(connection, route));
    } catch (thrown) {
      const { message, detail } = toPortError(thrown);
      throw new PortError({ code: 'route', message: `${message} Edit the connection to enter it.`, detail });
    }
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

  private enteredFor(connection: string, owner: PasswordOwner | undefined): string | undefined {
    return this.entered.get(connection)?.get(passwordKey(owner));
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
    owner: PasswordOwner,
    password: string,
    save: boolean,
  ): Promise<void> {
    const own = this.entered.get(connection) ?? new Map<string, string>();
    this.entered.set(connection, own.set(passwordKey(owner), password));
    if (save) await this.saved.save(connection, owner, password);
    else await this.saved.remove(connection, owner);
  }

  async forget(connection: string, owner: PasswordOwner): Promise<void> {
    this.entered.get(connection)?.delete(passwordKey(owner));
    await this.saved.remove(connection, owner);
  }

  /** Forgets the passwords of a connection, except those of these certificates and routes. */
  async keepOnly(connection: string, owners: readonly PasswordOwner[]): Promise<void> {
    const kept = new Set(owners.map(passwordKey));
    for (const key of [...(this.entered.get(connection)?.keys() ?? [])])
      if (!kept.has(key)) this.entered.get(connection)?.delete(key);
    await this.saved.keepOnly(connection, owners);
  }
}

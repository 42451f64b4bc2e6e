/** One transport per connection, created on first use and closed when the connection changes. */
import { join } from 'node:path';
import type { Connection } from '../../../src/contract/index.ts';
import { AddonTransport } from './addon-transport.ts';
import { HttpsTransport } from './https-transport.ts';
import type { Transport } from './transport.ts';

export interface TransportPoolOptions {
  readonly dataFolder: string;
  readonly addonPath: string;
  readonly stackcapPath: string;
  readonly passwordOf: (connectionId: string) => string | undefined;
  readonly onProblem: (connectionId: string, problem: string | undefined) => void;
}

export class TransportPool {
  private readonly options: TransportPoolOptions;
  private readonly transports = new Map<string, Transport>();

  constructor(options: TransportPoolOptions) {
    this.options = options;
  }

  to(connection: Connection): Transport {
    const existing = this.transports.get(connection.id);
    if (existing) return existing;
    const made = this.make(connection);
    this.transports.set(connection.id, made);
    return made;
  }

  async forget(connectionId: string): Promise<void> {
    const transport = this.transports.get(connectionId);
    this.transports.delete(connectionId);
    await transport?.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.transports.keys()].map((id) => this.forget(id)));
  }

  private make(connection: Connection): Transport {
    const { id } = connection;
    if (connection.kind === 'sandbox')
      return new AddonTransport({
        addonPath: this.options.addonPath,
        stackcapPath: this.options.stackcapPath,
        dataFolder: join(this.options.dataFolder, 'sandbox'),
        onProblem: (problem) => this.options.onProblem(id, problem),
      });
    return new HttpsTransport({
      url: connection.url,
      certificate: connection.certificate,
      authorityPath: connection.authorityPath,
      password: () => this.options.passwordOf(id),
    });
  }
}

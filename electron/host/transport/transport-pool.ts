/**
 * One transport per connection, created on first use and closed when the connection changes, with its two-factor
 * session.
 */
import { join } from 'node:path';
import type {
  ClientCertificate,
  Connection,
  ConnectionRoute,
  OtherNode,
  ServerConnection,
  TwoFactorState,
} from '../../../src/contract/index.ts';
import type { Route } from '../routes/route.ts';
import { openRoute } from '../routes/open-route.ts';
import { AddonTransport } from './addon-transport.ts';
import { TwoFactorSession } from '../two-factor/two-factor-session.ts';
import { TwoFactorTransport } from '../two-factor/two-factor-transport.ts';
import { openAnswerStore } from './cache/cached-reads.ts';
import type { ClientSecrets } from './client-credentials.ts';
import { HttpsTransport } from './https-transport.ts';
import type { Transport } from './transport.ts';

export interface TransportPoolOptions {
  readonly dataFolder: string;
  readonly addonPath: string;
  readonly stackcapPath: string;
  readonly secretsOf: (
    connectionId: string,
    certificate: ClientCertificate | undefined,
  ) => Promise<ClientSecrets>;
  /** The password of the proxy or of the SSH key. */
  readonly routePasswordOf: (connectionId: string, route: ConnectionRoute) => Promise<string | undefined>;
  /** The two-factor state of a connection changed. */
  readonly onTwoFactor: () => void;
  readonly onProblem: (connectionId: string, problem: string | undefined) => void;
}

export class TransportPool {
  private readonly options: TransportPoolOptions;
  private readonly transports = new Map<string, Transport>();
  /** Of other nodes, by connection and address. */
  private readonly nodes = new Map<string, Map<string, Transport>>();
  private readonly routes = new Map<string, Route>();
  private readonly answers = openAnswerStore();

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

  /** Another node of the connection's cluster, with its credentials, its route and without its two-factor session. */
  toNode(connection: ServerConnection, node: OtherNode): Transport {
    const own = this.nodes.get(connection.id) ?? new Map<string, Transport>();
    this.nodes.set(connection.id, own);
    const made = own.get(node.url) ?? this.serverAt(node.url, connection, this.routeTo(node.url, connection));
    own.set(node.url, made);
    return made;
  }

  /** Undefined for a connection without a client certificate over https: any other 428 is an ordinary response. */
  twoFactorOf(connection: Connection): TwoFactorTransport | undefined {
    const transport = this.to(connection);
    return transport instanceof TwoFactorTransport ? transport : undefined;
  }

  twoFactorStateOf(connectionId: string): TwoFactorState | undefined {
    const transport = this.transports.get(connectionId);
    return transport instanceof TwoFactorTransport ? transport.session.state : undefined;
  }

  /**
   * Later requests present the active certificate of the changed connection; running ones and open sockets are not
   * disturbed.
   */
  async changeCertificate(connection: ServerConnection): Promise<void> {
    await this.forgetNodes(connection.id);
    const transport = this.transports.get(connection.id);
    if (transport instanceof TwoFactorTransport && connection.certificate !== undefined)
      await transport.changeCertificate(connection.certificate);
    else await this.forget(connection.id);
  }

  /** What its route needs may have changed: the next connection is attempted at once. */
  retryRoute(connectionId: string): void {
    this.routes.get(connectionId)?.retry();
  }

  async forget(connectionId: string): Promise<void> {
    this.routes.delete(connectionId);
    const transport = this.transports.get(connectionId);
    this.transports.delete(connectionId);
    await Promise.all([transport?.close(), this.forgetNodes(connectionId)]);
  }

  async forgetNodes(connectionId: string): Promise<void> {
    const transports = [...(this.nodes.get(connectionId)?.values() ?? [])];
    this.nodes.delete(connectionId);
    await Promise.all(transports.map((each) => each.close()));
  }

  async close(): Promise<void> {
    const ids = new Set([...this.transports.keys(), ...this.nodes.keys()]);
    await Promise.all([...ids].map((id) => this.forget(id)));
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
    const { origin, protocol } = new URL(connection.url);
    const session = new TwoFactorSession(origin, this.options.onTwoFactor);
    const opened = this.routeTo(connection.url, connection);
    if (opened !== undefined) this.routes.set(id, opened);
    const server = this.serverAt(connection.url, connection, opened, () => session.cookie);
    return connection.certificate !== undefined && protocol === 'https:'
      ? new TwoFactorTransport(server, session)
      : server;
  }

  private routeTo(url: string, { id, route }: ServerConnection): Route | undefined {
    return openRoute(route, new URL(url), async () =>
      route === undefined ? undefined : this.options.routePasswordOf(id, route),
    );
  }

  private serverAt(
    url: string,
    { id, certificate, authorityPath, pinnedCertificate }: ServerConnection,
    route: Route | undefined,
    cookie?: () => string | undefined,
  ): HttpsTransport {
    return new HttpsTransport({
      ...{ url, certificate, authorityPath, pinnedCertificate, route },
      answers: this.answers,
      secrets: (active) => this.options.secretsOf(id, active),
      ...(cookie === undefined ? {} : { cookie }),
    });
  }
}

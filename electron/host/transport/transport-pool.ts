/**
 * One transport per connection, created on first use and closed when the connection changes, with its two-factor
 * session.
 */
import { join } from 'node:path';
import {
  atNode,
  PortError,
  type ClientCertificate,
  type Connection,
  type ConnectionRoute,
  type OtherNode,
  type ServerConnection,
  type TwoFactorState,
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

interface Opened {
  readonly transport: Transport;
  readonly route: Route | undefined;
}

interface OpenedNode extends Opened {
  readonly node: OtherNode;
}

export class TransportPool {
  private readonly options: TransportPoolOptions;
  private readonly transports = new Map<string, Opened>();
  /** Of other nodes, by connection and tag. */
  private readonly nodes = new Map<string, Map<string, OpenedNode>>();
  private readonly answers = openAnswerStore();

  constructor(options: TransportPoolOptions) {
    this.options = options;
  }

  to(connection: Connection): Transport {
    const existing = this.transports.get(connection.id);
    if (existing) return existing.transport;
    const made = this.make(connection);
    this.transports.set(connection.id, made);
    return made.transport;
  }

  /** The engine in this process. */
  toSandbox(connection: Connection): AddonTransport {
    const transport = this.to(connection);
    if (transport instanceof AddonTransport) return transport;
    throw new PortError({ code: 'internal', message: `${connection.name} is not the sandbox.` });
  }

  /** Another node of the connection's cluster, with its credentials, its route and a two-factor session of its own. */
  toNode(connection: ServerConnection, node: OtherNode): Transport {
    const own = this.nodes.get(connection.id) ?? new Map<string, OpenedNode>();
    this.nodes.set(connection.id, own);
    const made = own.get(node.tag) ?? { node, ...this.openServer(atNode(connection, node)) };
    own.set(node.tag, made);
    return made.transport;
  }

  /** Undefined for a connection without a client certificate over https: any other 428 is an ordinary response. */
  twoFactorOf(connection: ServerConnection, node?: OtherNode): TwoFactorTransport | undefined {
    return twoFactor(node === undefined ? this.to(connection) : this.toNode(connection, node));
  }

  /** Of the session that needs the user first: where a code is missing, else that of the server of the connection. */
  twoFactorStateOf(connectionId: string): TwoFactorState | undefined {
    const states = this.sessionsOf(connectionId).map(({ session, node }) => withNode(session.state, node));
    return states.find((each) => each?.state === 'code-needed') ?? states.find((each) => each !== undefined);
  }

  /** The server of the connection answers again, so no code for another node is needed. */
  ownServerAnswered(connectionId: string): void {
    for (const { session, node } of this.sessionsOf(connectionId))
      if (node !== undefined) session.notNeeded();
  }

  /**
   * Later requests present the active certificate of the changed connection; running ones and open sockets are not
   * disturbed.
   */
  async changeCertificate(connection: ServerConnection): Promise<void> {
    await this.forgetNodes(connection.id);
    const own = twoFactor(this.transports.get(connection.id)?.transport);
    if (own !== undefined && connection.certificate !== undefined)
      await own.changeCertificate(connection.certificate);
    else await this.forget(connection.id);
  }

  /** What its routes need may have changed: the next connection is attempted at once. */
  retryRoute(connectionId: string): void {
    this.transports.get(connectionId)?.route?.retry();
    for (const { route } of this.nodesOf(connectionId)) route?.retry();
  }

  async forget(connectionId: string): Promise<void> {
    const own = this.transports.get(connectionId);
    this.transports.delete(connectionId);
    await Promise.all([own?.transport.close(), this.forgetNodes(connectionId)]);
  }

  async forgetNodes(connectionId: string): Promise<void> {
    const opened = this.nodesOf(connectionId);
    this.nodes.delete(connectionId);
    await Promise.all(opened.map(({ transport }) => transport.close()));
  }

  async close(): Promise<void> {
    const ids = new Set([...this.transports.keys(), ...this.nodes.keys()]);
    await Promise.all([...ids].map((id) => this.forget(id)));
  }

  private nodesOf(connectionId: string): OpenedNode[] {
    return [...(this.nodes.get(connectionId)?.values() ?? [])];
  }

  /** The server of the connection first. */
  private sessionsOf(connectionId: string): { session: TwoFactorSession; node: OtherNode | undefined }[] {
    const own = this.transports.get(connectionId);
    const opened: (Opened & { node?: OtherNode })[] = [...(own ? [own] : []), ...this.nodesOf(connectionId)];
    return opened.flatMap(({ transport, node }) => {
      const session = twoFactor(transport)?.session;
      return session === undefined ? [] : [{ session, node }];
    });
  }

  private make(connection: Connection): Opened {
    if (connection.kind === 'server') return this.openServer(connection);
    const transport = new AddonTransport({
      addonPath: this.options.addonPath,
      stackcapPath: this.options.stackcapPath,
      dataFolder: join(this.options.dataFolder, 'sandbox'),
      onProblem: (problem) => this.options.onProblem(connection.id, problem),
    });
    return { transport, route: undefined };
  }

  private openServer(connection: ServerConnection): Opened {
    const { id, url, certificate, authorityPath, pinnedCertificate } = connection;
    const { origin, protocol } = new URL(url);
    const route = openRoute(connection.route, new URL(url), async () =>
      connection.route === undefined ? undefined : this.options.routePasswordOf(id, connection.route),
    );
    const session = new TwoFactorSession(origin, this.options.onTwoFactor);
    const server = new HttpsTransport({
      ...{ url, certificate, authorityPath, pinnedCertificate, route },
      answers: this.answers,
      secrets: (active) => this.options.secretsOf(id, active),
      cookie: () => session.cookie,
    });
    const isSignedIn = certificate !== undefined && protocol === 'https:';
    return { transport: isSignedIn ? new TwoFactorTransport(server, session) : server, route };
  }
}

function twoFactor(transport: Transport | undefined): TwoFactorTransport | undefined {
  return transport instanceof TwoFactorTransport ? transport : undefined;
}

function withNode(
  state: TwoFactorState | undefined,
  node: OtherNode | undefined,
): TwoFactorState | undefined {
  return state === undefined || node === undefined
    ? state
    : { ...state, node: { tag: node.tag, url: node.url } };
}

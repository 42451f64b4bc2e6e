/** Sends reads to another node of the cluster while the server of a connection cannot be reached: see README.md. */
import {
  atNode,
  PortError,
  type Connection,
  type ErrorCode,
  type HttpRequest,
  type HttpResponse,
  type OtherNode,
  type ServerConnection,
} from '../../../src/contract/index.ts';
import { judgeFor } from '../policy/judge-for.ts';
import type { JudgedRequest } from '../policy/judged-request.ts';
import type { Transport } from '../transport/transport.ts';

/** Then the own address is tried first again. */
const PREFERRED_MS = 30_000;
/** No answer came, so nothing is known about the request itself. */
const unanswered: ReadonlySet<ErrorCode> = new Set(['dns', 'refused', 'unreachable', 'timeout', 'route']);

interface FailoverTransports {
  to(connection: Connection): Transport;
  toNode(connection: ServerConnection, node: OtherNode): Transport;
  ownServerAnswered(connectionId: string): void;
}

export class ReadFailover {
  private readonly transports: FailoverTransports;
  private readonly now: () => number;
  private readonly preferred = new Map<string, { readonly url: string; readonly until: number }>();

  constructor(transports: FailoverTransports, now: () => number = Date.now) {
    this.transports = transports;
    this.now = now;
  }

  async request(
    connection: Connection,
    request: HttpRequest,
    judged: JudgedRequest,
    signal: AbortSignal,
  ): Promise<HttpResponse> {
    const own = () => this.transports.to(connection).request(judged, signal);
    if (connection.kind === 'sandbox' || !isOfAnyNode(judged)) return own();
    const nodes = connection.nodes ?? [];
    const preferred = this.preferredOf(connection.id, nodes);
    const quick = preferred && (await this.fromNode(connection, preferred, request, signal));
    if (quick !== undefined) return quick;
    try {
      const response = await own();
      if (nodes.length > 0) this.transports.ownServerAnswered(connection.id);
      return response;
    } catch (thrown) {
      if (!isUnanswered(thrown)) throw thrown;
      for (const node of nodes) {
        if (node === preferred) continue;
        const response = await this.fromNode(connection, node, request, signal);
        if (response === undefined) continue;
        this.preferred.set(connection.id, { url: node.url, until: this.now() + PREFERRED_MS });
        return response;
      }
      throw thrown;
    }
  }

  private preferredOf(id: string, nodes: readonly OtherNode[]): OtherNode | undefined {
    const found = this.preferred.get(id);
    if (found !== undefined && found.until > this.now()) return nodes.find(({ url }) => url === found.url);
    this.preferred.delete(id);
    return undefined;
  }

  /** Undefined: it may not be sent there, or the node has no answer for it either. */
  private async fromNode(
    connection: ServerConnection,
    node: OtherNode,
    request: HttpRequest,
    signal: AbortSignal,
  ): Promise<HttpResponse | undefined> {
    const decision = judgeFor({ ...atNode(connection, node), mode: 'read-only' }, request, 'request');
    if (!decision.allowed) return undefined;
    try {
      const response = await this.transports.toNode(connection, node).request(decision.request, signal);
      return isAnswer(response.status) ? { ...response, node: node.tag } : undefined;
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      return undefined;
    }
  }
}

/** The same on each node: not its memory, its threads or its own settings. */
function isOfAnyNode({ effect, route }: JudgedRequest): boolean {
  if (effect !== 'read') return false;
  if (route.of === 'server') return route.name === 'databases';
  return !/^(?:admin|debug)(?:\/|$)/.test(route.name);
}

/** A missing document is one; a node without the database, or without rights, has none. */
function isAnswer(status: number): boolean {
  return status < 300 || status === 304 || status === 404;
}

function isUnanswered(thrown: unknown): boolean {
  return thrown instanceof PortError && unanswered.has(thrown.code);
}

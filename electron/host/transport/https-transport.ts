/** Requests and sockets to a server over http or https, with keep-alive and the connection's certificate. */
import http from 'node:http';
import https from 'node:https';
import type { SecureContext } from 'node:tls';
import { PortError, type ClientCertificate, type HttpResponse } from '../../../src/contract/index.ts';
import type { JudgedRequest } from '../policy/judged-request.ts';
import type { Route } from '../routes/route.ts';
import { answerBody, requestBytes } from './body-encoding.ts';
import { CachedReads, openAnswerStore, type AnswerStore } from './cache/cached-reads.ts';
import {
  credentialStamp,
  needsFiles,
  openSecureContext,
  type ClientSecrets,
  type CredentialFiles,
} from './client-credentials.ts';
import { acceptEncoding } from './content-decoding.ts';
import { exchange, StaleConnection, type Exchange, type ExchangeResult } from './http-exchange.ts';
import { openHttpStream } from './http-stream.ts';
import { uploadHttp } from './http-upload.ts';
import { PinnedAgent } from './pinned-agent.ts';
import { routedAgent } from './routed-agent.ts';
import { openServerSocket } from './server-socket.ts';
import type { StreamedResponse, Transport, TransportSocket, UploadBody } from './transport.ts';

export interface HttpsTransportOptions extends CredentialFiles {
  readonly url: string;
  /** The only server certificate to accept; undefined: any that is trusted. */
  readonly pinnedCertificate?: string | undefined;
  /** The way to the server; undefined: directly. Closed with the transport. */
  readonly route?: Route | undefined;
  /** Called on each use: a password can be entered or changed at any time. */
  readonly secrets: (certificate: ClientCertificate | undefined) => ClientSecrets | Promise<ClientSecrets>;
  /** The cookie of the two-factor session, sent with everything over https. */
  readonly cookie?: () => string | undefined;
  /** Shared by all connections; undefined: one of its own. */
  readonly answers?: AnswerStore | undefined;
  readonly connectMs?: number;
  readonly silenceMs?: number;
  readonly maxBytes?: number;
}

const CONNECT_MS = 10_000;
/** Queries on a busy server can take a minute. */
const SILENCE_MS = 90_000;
const MAX_BYTES = 64 * 1024 * 1024;

interface Connector {
  readonly agent: http.Agent;
  readonly secureContext: SecureContext | undefined;
}

export class HttpsTransport implements Transport {
  private readonly options: HttpsTransportOptions;
  private readonly base: URL;
  private files: CredentialFiles;
  private connector: { readonly stamp: string; readonly opened: Promise<Connector> } | undefined;
  private readonly leaving = new AbortController();
  private readonly cache: CachedReads;

  constructor(options: HttpsTransportOptions) {
    this.options = options;
    this.cache = new CachedReads(options.answers ?? openAnswerStore());
    this.base = new URL(options.url);
    this.files = { certificate: options.certificate, authorityPath: options.authorityPath };
  }

  async request(request: JudgedRequest, signal: AbortSignal): Promise<HttpResponse> {
    const credentials = JSON.stringify([await this.stamp(), this.cookieHeader()]);
    return this.cache.request(request, credentials, async (validators) => {
      const started = performance.now();
      const { headers: own, ...rest } = await this.exchangeOf(request, signal);
      const maxBytes = this.options.maxBytes ?? MAX_BYTES;
      const result = await withSecondTry({ ...rest, headers: { ...own, ...validators }, maxBytes });
      const { status, headers, body } = result;
      return { status, headers, ...answerBody(request, status, body), ms: performance.now() - started };
    });
  }

  /** For the sign-in, which is the only reader of cookies. */
  async requestWithCookies(
    request: JudgedRequest,
    signal: AbortSignal,
  ): Promise<Omit<ExchangeResult, 'body'> & { readonly body: string }> {
    const parts = { ...(await this.exchangeOf(request, signal)), maxBytes: 64 * 1024 };
    const result = await withSecondTry(parts);
    return { ...result, body: result.body.toString('utf8') };
  }

  async stream(request: JudgedRequest, signal: AbortSignal): Promise<StreamedResponse> {
    return openHttpStream(await this.exchangeOf(request, signal));
  }

  async upload(request: JudgedRequest, body: UploadBody, signal: AbortSignal): Promise<HttpResponse> {
    const started = performance.now();
    const { headers, ...parts } = await this.exchangeOf(request, signal);
    const upload = {
      ...parts,
      headers: { ...headers, 'content-length': String(body.length) },
      maxBytes: this.options.maxBytes ?? MAX_BYTES,
    };
    this.cache.noteChange(request.route.database);
    const result = await uploadHttp(upload, body).finally(() =>
      this.cache.noteChange(request.route.database),
    );
    this.cache.noteStatus(result.status);
    return {
      status: result.status,
      headers: result.headers,
      ...answerBody(request, result.status, result.body),
      ms: performance.now() - started,
    };
  }

  private async exchangeOf(request: JudgedRequest, signal: AbortSignal): Promise<Omit<Exchange, 'maxBytes'>> {
    const { agent } = await this.connect();
    const body = requestBytes(request);
    return {
      url: this.own(request.url),
      method: request.method,
      headers: {
        accept: 'application/json',
        ...request.headers,
        'accept-encoding': acceptEncoding,
        ...this.cookieHeader(),
        ...(body === undefined ? {} : { 'content-length': String(body.length) }),
      },
      body,
      agent,
      connectMs: this.options.connectMs ?? CONNECT_MS,
      silenceMs: request.timeoutMs ?? this.options.silenceMs ?? SILENCE_MS,
      signal,
      explain: (socket) => this.options.route?.explain(socket) ?? Promise.resolve(undefined),
    };
  }

  async openSocket(request: JudgedRequest, signal: AbortSignal): Promise<TransportSocket> {
    const url = this.own(request.url);
    const { agent, secureContext } = await this.connect();
    const parts = {
      url,
      routed: this.options.route === undefined ? undefined : agent,
      secureContext,
      pinnedCertificate: this.options.pinnedCertificate,
      headers: this.cookieHeader(),
      connectMs: this.options.connectMs ?? CONNECT_MS,
      signal,
      leaving: this.leaving.signal,
      watch: this.feedOf(request),
    };
    return openServerSocket(parts);
  }

  /**
   * Later requests use new connections; running ones are not disturbed. RavenDB decides once per TCP connection whether
   * a two-factor code is missing, and repeats that for the lifetime of the connection.
   */
  async renewConnections(): Promise<void> {
    this.cache.clear();
    const opened = this.connector?.opened;
    this.connector = undefined;
    // A connector that failed to open has reported its error; there is nothing to close.
    const before = await opened?.catch(() => undefined);
    for (const socket of Object.values(before?.agent.freeSockets ?? {}).flat()) socket?.destroy();
  }

  /** Later requests present this certificate; running ones and open sockets keep theirs. */
  async changeCertificate(certificate: ClientCertificate): Promise<void> {
    this.files = { ...this.files, certificate };
    await this.renewConnections();
  }

  async close(): Promise<void> {
    this.leaving.abort();
    this.cache.clear();
    const opened = this.connector?.opened;
    this.connector = undefined;
    // A connector that failed to open has reported its error; there is nothing to close.
    await opened?.then(
      ({ agent }) => agent.destroy(),
      () => undefined,
    );
    await this.options.route?.close();
  }

  private feedOf({ route: { name, database } }: JudgedRequest) {
    if (name !== 'changes' || database === undefined) return undefined;
    return (stalled: () => boolean) => this.cache.changes.open(database, stalled);
  }

  private cookieHeader(): Record<string, string> {
    const cookie = this.base.protocol === 'https:' ? this.options.cookie?.() : undefined;
    return cookie === undefined ? {} : { cookie };
  }

  /** The certificate and the password belong to one server: a URL of another one is a programming error. */
  private own(url: URL): URL {
    if (url.origin === this.base.origin) return url;
    throw new PortError({
      code: 'internal',
      message: `A request to ${url.origin} was not sent through the connection to ${this.base.origin}. Try again.`,
    });
  }

  /** One agent while the certificate files and the password are unchanged; an outdated one closes when idle. */
  private async connect(): Promise<Connector> {
    const stamp = await this.stamp();
    if (this.connector?.stamp === stamp) return this.connector.opened;
    const entry = { stamp, opened: this.makeConnector() };
    this.connector = entry;
    try {
      return await entry.opened;
    } catch (thrown) {
      if (this.connector === entry) this.connector = undefined;
      throw thrown;
    }
  }

  private async stamp(): Promise<string> {
    const { files } = this;
    if (this.base.protocol !== 'https:' || !needsFiles(files)) return '';
    const secrets = await this.options.secrets(files.certificate);
    return `${await credentialStamp(files)}|${JSON.stringify(secrets)}`;
  }

  private async makeConnector(): Promise<Connector> {
    const kept = { keepAlive: true, maxSockets: 12, maxFreeSockets: 4, timeout: 55_000 };
    const { files, base } = this;
    const { pinnedCertificate, secrets, route } = this.options;
    const secureContext =
      base.protocol === 'https:'
        ? await openSecureContext(files, await secrets(files.certificate))
        : undefined;
    if (route !== undefined) {
      const limits = { ms: this.options.connectMs ?? CONNECT_MS, signal: this.leaving.signal };
      return {
        agent: routedAgent({ base, route, secureContext, pinnedCertificate, limits }, kept),
        secureContext,
      };
    }
    if (secureContext === undefined) return { agent: new http.Agent(kept), secureContext };
    const secure = { ...kept, secureContext };
    return {
      agent:
        pinnedCertificate === undefined
          ? new https.Agent(secure)
          : new PinnedAgent(base.origin, pinnedCertificate, secure),
      secureContext,
    };
  }
}

async function withSecondTry(asked: Exchange): Promise<ExchangeResult> {
  for (;;) {
    try {
      return await exchange(asked);
    } catch (thrown) {
      if (!(thrown instanceof StaleConnection)) throw thrown;
      if (asked.method !== 'GET' && asked.method !== 'HEAD') throw lostWhileSending(asked.url.origin);
    }
  }
}

function lostWhileSending(where: string): PortError {
  return new PortError({
    code: 'unreachable',
    message: `${where} closed the connection while the request was sent. The server may have executed it: check before you retry.`,
  });
}

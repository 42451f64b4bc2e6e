/** What a recorder reads from one connection: each request passes the policy, with the connection as it is stored. */
import { PortError, type Connection } from '../../../src/contract/index.ts';
import { parsedJson } from '../dumps/parsed-json.ts';
import { bothSignals } from '../export/both-signals.ts';
import { serverSentence } from '../export/streamed-rows.ts';
import { mustBeAllowed } from '../policy/judge-for.ts';
import type { Channel } from '../policy/effect-of.ts';
import type { JudgedRequest } from '../policy/judged-request.ts';
import { FeedRefusal } from '../transport/feed-refusal.ts';
import type { Transport, TransportSocket } from '../transport/transport.ts';
import { Slots } from './slots.ts';

export interface ReadParts {
  readonly connection: string;
  readonly store: { get(id: string): Connection; list(): readonly Connection[] };
  readonly transports: {
    to(connection: Connection): Transport;
    /** Of a connection whose server requires a code: `code-needed`. */
    twoFactorStateOf(connection: string): { readonly state: string } | undefined;
  };
}

export interface TextAnswer {
  readonly text: string;
  readonly tookUs: number;
}

export interface Listener {
  readonly opened: () => Promise<void>;
  readonly take: (text: string) => Promise<void>;
}

/** Reading again meets the same refusal. */
export class FinalRefusal extends Error {}

/** A transport has twelve connections, which other requests need as well; each poll may hold 64 MB. */
const MAX_POLLS = 8;
const OPENING_MS = 30_000;
const FINAL_STATUSES = new Set([400, 401, 403, 404]);
/** Refused handshakes that can succeed later. Servers answer 500 for what their licence or build lacks. */
const PASSING_STATUSES = new Set([429, 502, 503, 504]);

export class ServerReads {
  private readonly parts: ReadParts;
  private readonly polls = new Slots(MAX_POLLS);
  /** Requests under way while the server requires a code. */
  private asking = 0;

  constructor(parts: ReadParts) {
    this.parts = parts;
  }

  /** As it is stored now. Throws when it was removed. */
  connection(): Connection {
    return this.parts.store.get(this.parts.connection);
  }

  /** Throws a sentence for every answer but success, and after `ms`. */
  async get(path: string, ms: number, signal: AbortSignal): Promise<TextAnswer> {
    const { transport, judged } = this.judged(path, 'request', ms);
    const response = await this.within(ms, signal, (limited) => transport.request(judged, limited));
    const { status, body } = response;
    if (status >= 200 && status < 300) return { text: body, tookUs: Math.round(response.ms * 1000) };
    const sentence = sentenceOf(status, body);
    throw FINAL_STATUSES.has(status)
      ? new FinalRefusal(sentence)
      : new PortError({ code: 'unreachable', message: sentence });
  }

  /** As `get`, a few at a time: `ms` begins when it is sent. */
  poll(path: string, ms: number, signal: AbortSignal): Promise<TextAnswer> {
    return this.polls.use(signal, () => this.get(path, ms, signal));
  }

  /** Gives each text to `take`, which slows the server. Resolves when the server ends the connection, or with the signal. */
  async listen(path: string, signal: AbortSignal, { opened, take }: Listener): Promise<void> {
    const { transport, judged } = this.judged(path, 'socket');
    const leaving = new AbortController();
    const link = bothSignals(signal, leaving.signal);
    let socket: TransportSocket | undefined;
    try {
      socket = await this.within(OPENING_MS, signal, (limited) => {
        const leave = (): void => leaving.abort();
        limited.addEventListener('abort', leave, { once: true });
        return transport.openSocket(judged, link.signal).finally(() => {
          limited.removeEventListener('abort', leave);
        });
      }).catch((thrown: unknown) => {
        if (!isFinal(thrown)) throw thrown;
        const said =
          thrown instanceof FeedRefusal ? sentenceOf(thrown.status, thrown.detail ?? '') : undefined;
        throw new FinalRefusal(said ?? thrown.message);
      });
      await opened();
      for await (const item of socket.items) {
        if (signal.aborted) return;
        if (item.kind === 'text') await take(item.text);
      }
    } finally {
      link.leave();
      socket?.close();
    }
  }

  private judged(
    path: string,
    channel: Channel,
    timeoutMs?: number,
  ): { transport: Transport; judged: JudgedRequest } {
    const connection = this.connection();
    let judged: JudgedRequest;
    try {
      judged = mustBeAllowed(connection, { method: 'GET', path, timeoutMs }, channel);
    } catch (thrown) {
      throw thrown instanceof PortError ? new FinalRefusal(thrown.message) : thrown;
    }
    return { transport: this.parts.transports.to(connection), judged };
  }

  private async within<T>(
    ms: number,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const needsCode = (): boolean =>
      this.parts.transports.twoFactorStateOf(this.parts.connection)?.state === 'code-needed';
    // One request finds out that the code was entered. All of them would use up what may wait for it.
    if (needsCode() && this.asking > 0) throw codeNeeded();
    this.asking++;
    const limit = new AbortController();
    const either = bothSignals(signal, limit.signal);
    const timer = setTimeout(() => limit.abort(), ms);
    try {
      return await work(either.signal);
    } catch (thrown) {
      if (!limit.signal.aborted || signal.aborted) throw thrown;
      throw needsCode()
        ? codeNeeded()
        : new PortError({ code: 'timeout', message: `No answer in ${Math.round(ms / 1000)} s.` });
    } finally {
      clearTimeout(timer);
      either.leave();
      this.asking--;
    }
  }
}

function codeNeeded(): PortError {
  return new PortError({
    code: 'two-factor',
    message: 'The server requires a two-factor code. Sign in to the connection.',
  });
}

/** The sandbox refuses a feed without a status. */
function isFinal(thrown: unknown): thrown is PortError {
  if (thrown instanceof FeedRefusal)
    return thrown.status >= 400 && thrown.status < 600 && !PASSING_STATUSES.has(thrown.status);
  return thrown instanceof PortError && thrown.code === 'unsupported';
}

function sentenceOf(status: number, body: string): string {
  const json = parsedJson(body);
  const said =
    typeof json === 'object' && json !== null
      ? 'Message' in json && typeof json.Message === 'string'
        ? json.Message
        : 'Error' in json && typeof json.Error === 'string'
          ? json.Error
          : ''
      : '';
  const { message } = serverSentence(JSON.stringify(said));
  return message === '' ? `The server answered with status ${status}.` : message;
}

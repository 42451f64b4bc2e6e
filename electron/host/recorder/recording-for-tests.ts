/** A recorder with a scripted server and a scripted addon, and time that a test moves. */
import { writeFile } from 'node:fs/promises';
import { onTestFinished, vi } from 'vitest';
import {
  PortError,
  type Connection,
  type HttpResponse,
  type RecorderRequest,
} from '../../../src/contract/index.ts';
import type { JudgedRequest } from '../policy/judged-request.ts';
import { RecordingsFolder } from '../recordings/recordings-folder.ts';
import { temporaryFolder } from '../test-environment/temporary-folder.ts';
import type { SocketItem, Transport, TransportSocket } from '../transport/transport.ts';
import type { RecorderState, RecorderWork } from './recorder-handle.ts';
import { PlannedRecordings } from './planned-recordings.ts';
import { Recorder, type RecorderParts } from './recorder.ts';

type Answer = Partial<Pick<HttpResponse, 'status' | 'body' | 'ms'>>;

/** A socket whose items a test sends. */
export class ScriptedSocket implements TransportSocket {
  isClosed = false;
  taken = 0;
  private readonly queue: string[] = [];
  private ended = false;
  private wake: (() => void) | undefined;

  send(): Promise<void> {
    return Promise.reject(new Error('A recorder sends nothing.'));
  }

  say(...texts: readonly string[]): void {
    this.queue.push(...texts);
    this.wake?.();
  }

  close(): void {
    this.isClosed = true;
    this.end();
  }

  end(): void {
    this.ended = true;
    this.wake?.();
  }

  get items(): AsyncIterable<SocketItem> {
    return this.read();
  }

  private async *read(): AsyncGenerator<SocketItem> {
    for (;;) {
      const text = this.queue.shift();
      if (text !== undefined) {
        this.taken++;
        yield { kind: 'text', text };
      } else if (this.ended) return;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

export class ScriptedServer implements Transport {
  /** Methods and paths, also of sockets. */
  readonly asked: string[] = [];
  readonly sockets: ScriptedSocket[] = [];
  /** By the path without its query; what is not named is answered with an empty object. */
  readonly answers: Record<string, () => Answer | Promise<Answer>> = {};
  /** Throws for a refused handshake. */
  readonly handshakes: Record<string, () => void> = {};

  async request({ method, path }: JudgedRequest, signal: AbortSignal): Promise<HttpResponse> {
    this.asked.push(`${method} ${path}`);
    const answer = this.answers[path.split('?')[0] ?? ''] ?? (() => ({}));
    const cancelled = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () =>
        reject(new PortError({ code: 'cancelled', message: 'The request was cancelled.' })),
      );
    });
    const answered = await Promise.race([Promise.resolve(answer()), cancelled]);
    return { status: 200, headers: {}, body: '{}', ms: 1, ...answered };
  }

  openSocket({ path }: JudgedRequest, signal: AbortSignal): Promise<TransportSocket> {
    this.asked.push(`SOCKET ${path}`);
    this.handshakes[path.split('?')[0] ?? '']?.();
    const socket = new ScriptedSocket();
    signal.addEventListener('abort', () => socket.close());
    this.sockets.push(socket);
    return Promise.resolve(socket);
  }

  stream(): Promise<never> {
    return Promise.reject(new Error('A recorder reads no streams.'));
  }

  upload(): Promise<never> {
    return Promise.reject(new Error('A recorder sends nothing.'));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

interface Source {
  readonly path: string;
  readonly everyMs?: number;
  /** Of a sampled one. */
  readonly openMs?: number;
}

/** The calls of a recorder, and the states that it answers. */
export class ScriptedHandle implements RecorderWork {
  readonly calls: unknown[][] = [];
  options: unknown;
  path = '';
  /** The next states; afterwards one without news. */
  readonly states: Partial<RecorderState>[] = [];
  failure: Error | undefined;
  /** The last one that is taken is one too many for an open socket. */
  mostTexts = Infinity;
  /** Holds back `add`. */
  gate: Promise<void> | undefined;
  private readonly read: readonly Source[];

  constructor(read: readonly Source[]) {
    this.read = read;
  }

  sources(): string {
    return JSON.stringify(
      this.read.map(({ path, everyMs, openMs }) => ({
        path,
        kind: everyMs === undefined ? 'socket' : openMs === undefined ? 'poll' : 'sampled',
        everyMs: everyMs ?? 20_000,
        openMs: openMs ?? 2500,
      })),
    );
  }

  async add(...values: unknown[]): Promise<boolean> {
    await this.gate;
    this.calls.push(['add', ...values]);
    return this.all('add').length < this.mostTexts;
  }

  /** Noted for sampled sockets only. */
  opened(source: number): Promise<void> {
    return this.read[source]?.openMs === undefined ? Promise.resolve() : this.note('opened', [source]);
  }

  sampleEnded(...values: unknown[]): Promise<void> {
    return this.note('sampleEnded', values);
  }

  lost(...values: unknown[]): Promise<void> {
    return this.note('lost', values);
  }

  refused(...values: unknown[]): Promise<void> {
    return this.note('refused', values);
  }

  capture(...values: unknown[]): Promise<void> {
    return this.note('capture', values);
  }

  tick(): Promise<string> {
    if (this.failure) return Promise.reject(this.failure);
    const nothing = { rows: 1, bytes: 2, leftOut: 0, remainingMs: 1000, end: null };
    const state = { ...nothing, fired: [], captures: [], problems: [], ...this.states.shift() };
    return Promise.resolve(JSON.stringify(state));
  }

  async finish(reason: string): Promise<string> {
    await this.note('finish', [reason]);
    if (this.failure) throw this.failure;
    return '{"rows":3,"bytes":4}';
  }

  all(kind: string): unknown[][] {
    return this.calls.filter(([name]) => name === kind).map(([, ...rest]) => rest);
  }

  private note(kind: string, values: readonly unknown[]): Promise<void> {
    this.calls.push([kind, ...values]);
    return Promise.resolve();
  }
}

export const live: Connection = {
  ...{ id: 'live', kind: 'server', name: 'Live: A/B', colour: 'slate', mode: 'read-only' },
  url: 'http://user@live.example:8080',
};

export const request: RecorderRequest = {
  ...{ connection: 'live', databases: ['shop'], triggers: [], logLevel: 'Warn', note: '' },
  ...{ length: { kind: 'next', minutes: 10 }, maxMegabytes: 240, startAt: null },
  ...{ requests: 'all', mostPerSecond: 1000 },
};

/** Time moves only with `vi.advanceTimersByTimeAsync` and `until`. */
export async function scripted(...sources: readonly Source[]) {
  const dataFolder = await temporaryFolder();
  vi.useFakeTimers({ now: new Date(2026, 2, 14, 9, 26, 53) });
  const server = new ScriptedServer();
  const handles: ScriptedHandle[] = [];
  const folder = new RecordingsFolder(dataFolder, () => Promise.reject(new Error('not described')));
  const lines: string[] = [];
  const connections = [live];
  const store = {
    list: () => connections,
    get: (id: string): Connection => {
      const found = connections.find((each) => each.id === id);
      if (found) return found;
      throw new PortError({ code: 'unknown-connection', message: 'It does not exist.' });
    },
  };
  const usedFor: string[] = [];
  const twoFactor: { state?: string } = {};
  const parts = {
    ...{ store, folder, version: '1.2.3' },
    transports: {
      to: (connection: Connection) => {
        usedFor.push(connection.kind === 'server' ? connection.url : 'sandbox');
        return server;
      },
      twoFactorStateOf: () => (twoFactor.state === undefined ? undefined : { state: twoFactor.state }),
    },
    addon: () => ({
      startRecorder: async (path: string, options: string) => {
        await writeFile(path, 'recording', { flag: 'wx' });
        const handle = new ScriptedHandle(sources);
        Object.assign(handle, { path, options: JSON.parse(options) as unknown });
        handles.push(handle);
        return handle;
      },
    }),
    log: {
      write: (level, event, members) => lines.push(JSON.stringify({ level, event, ...members })),
      flush: () => Promise.resolve(),
    },
  } satisfies Omit<RecorderParts, 'plans'>;
  const recorders: Recorder[] = [];
  /** As a host that starts with the files of the one before. */
  const next = async (): Promise<Recorder> => {
    const { plans } = await PlannedRecordings.open(dataFolder);
    const made = new Recorder({ ...parts, plans });
    recorders.push(made);
    await made.resume();
    return made;
  };
  const recorder = await next();
  onTestFinished(async () => {
    for (const each of recorders) await over(each.close());
    vi.useRealTimers();
  });
  return {
    ...{ recorder, next, server, folder, handles, lines, connections, usedFor, twoFactor, dataFolder },
    /** Starts a recording, and resolves when its sources are read. */
    async start(more: Partial<RecorderRequest> = {}) {
      const before = handles.length;
      const id = await recorder.start({ ...request, ...more });
      await until(() => {
        if (recorder.running.find((each) => each.id === id)?.state !== 'recording') throw new Error(id);
      });
      const handle = handles[before];
      if (!handle) throw new Error('No recorder was made.');
      return { id, handle };
    },
  };
}

/** Moves time by steps of 50 ms until the check passes. */
export const until = (check: () => void): Promise<void> =>
  vi.waitFor(check, { interval: 50, timeout: 15_000 });

/** Moves time until a promise settles. */
export async function over<T>(work: Promise<T>): Promise<T> {
  const state = { isOver: false };
  const settled = work.finally(() => (state.isOver = true));
  settled.catch(() => undefined);
  await until(() => {
    if (!state.isOver) throw new Error('It is not over.');
  });
  return settled;
}

/**
 * One contract, three channels: memory, WebSocket (the real serve server) and MessagePort (a worker's, like
 * Electron's).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { messagePortChannel } from '../src/app/port/message-port-channel.ts';
import { openWebSocketChannel } from '../src/app/port/websocket-channel.ts';
import {
  connectPort,
  memoryChannelPair,
  offeredProtocols,
  PORT_VERSION,
  PortError,
  servePort,
  type Channel,
  type PortHandlers,
} from '../src/contract/index.ts';
import { LogFile } from './host/log/log-file.ts';
import { portChannel, type HostPort } from './host/port-channel.ts';
import { serve, type Served } from './serve/server.ts';
import { enter } from './serve/test-environment/enter.ts';

interface Environment {
  /** A window's end; the host's handlers respond at the other. */
  connect(): Promise<Channel>;
  /** Closes the host's side like a crash or an exit. */
  endHost(): Promise<void>;
}

const refuse = (): never => {
  throw new PortError({ code: 'unsupported', message: 'This test does not answer that.' });
};

/** Handlers controlled by tests; a handler that a test does not set refuses. */
function steered(part: {
  calls?: Partial<PortHandlers['calls']>;
  streams?: Partial<PortHandlers['streams']>;
}): PortHandlers {
  return {
    calls: {
      'app.info': refuse,
      'connections.list': refuse,
      'connections.save': refuse,
      'connections.setMode': refuse,
      'connections.remove': refuse,
      'connections.unlock': refuse,
      'connections.test': refuse,
      'http.request': refuse,
      'confirmations.answer': refuse,
      'confirmations.cancel': refuse,
      'exports.run': refuse,
      'queries.list': refuse,
      'queries.save': refuse,
      'queries.remove': refuse,
      'socket.send': refuse,
      'workspace.load': refuse,
      'workspace.save': refuse,
      'settings.load': refuse,
      'settings.save': refuse,
      'files.choose': refuse,
      ...part.calls,
    },
    streams: {
      socket: refuse,
      'connections.watch': refuse,
      'confirmations.watch': refuse,
      'exports.progress': refuse,
      ...part.streams,
    },
  };
}

function memoryEnvironment(handlers: PortHandlers): Environment {
  const served: { close(): void }[] = [];
  return {
    connect: () => {
      const [window, host] = memoryChannelPair();
      served.push(servePort(host, handlers));
      return Promise.resolve(window);
    },
    endHost: () => {
      for (const each of served) each.close();
      return Promise.resolve();
    },
  };
}

/** A worker's port delivers the data itself; Electron's an event that contains it. */
function asHostPort(port: MessagePort): HostPort {
  return {
    postMessage: (message) => port.postMessage(message),
    on: (event: 'message' | 'close', listener: (event: { data: unknown }) => void) =>
      port.on(event, (data: unknown) => listener({ data })),
    start: () => port.start(),
    close: () => port.close(),
  };
}

function messagePortEnvironment(handlers: PortHandlers): Environment {
  const hostPorts: MessagePort[] = [];
  return {
    connect: () => {
      const { port1, port2 } = new MessageChannel();
      hostPorts.push(port2);
      servePort(portChannel(asHostPort(port2)), handlers);
      return Promise.resolve(messagePortChannel(port1).channel);
    },
    endHost: () => {
      for (const port of hostPorts) port.close();
      return Promise.resolve();
    },
  };
}

async function webSocketEnvironment(handlers: PortHandlers, folder: string): Promise<Environment> {
  const log = new LogFile({
    path: join(folder, 'log'),
    onBroken: (cause) => expect.unreachable(String(cause)),
  });
  const served: Served = await serve({
    handlersForWindow: () => handlers,
    log,
    rendererFolder: folder,
    port: 0,
  });
  const { cookie, key } = await enter(served.url);
  const origin = `http://127.0.0.1:${served.port}`;
  // A browser adds origin and cookie itself; the tested class is independent of them.
  class BrowserSocket extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, { headers: { cookie, origin } });
    }
  }
  return {
    connect: async () => {
      const before = globalThis.WebSocket;
      Object.assign(globalThis, { WebSocket: BrowserSocket });
      try {
        return await openWebSocketChannel(`ws://127.0.0.1:${served.port}/port`, offeredProtocols(key));
      } finally {
        Object.assign(globalThis, { WebSocket: before });
      }
    },
    endHost: () => served.close(),
  };
}

const environments = {
  memory: memoryEnvironment,
  WebSocket: webSocketEnvironment,
  MessagePort: messagePortEnvironment,
} satisfies Record<string, (handlers: PortHandlers, folder: string) => Environment | Promise<Environment>>;

describe.each(Object.entries(environments))('the port over %s', (_name, makeEnvironment) => {
  let folder: string;
  const opened: Environment[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rookery-port-'));
  });
  afterEach(async () => {
    for (const environment of opened.splice(0)) await environment.endHost();
    await rm(folder, { recursive: true, force: true });
  });

  async function environment(part: Parameters<typeof steered>[0]): Promise<Environment> {
    const made = await makeEnvironment(steered(part), folder);
    opened.push(made);
    return made;
  }
  async function port(part: Parameters<typeof steered>[0]) {
    return connectPort(await (await environment(part)).connect());
  }

  it('resolves calls by their id, in any order', async () => {
    const release: Record<string, () => void> = {};
    const connected = await port({
      calls: {
        'http.request': async ({ path }) => {
          if (path !== '/c') await new Promise<void>((resolve) => (release[path] = resolve));
          else
            Object.values(release)
              .reverse()
              .forEach((go) => go());
          return { status: 200, headers: {}, body: path, ms: 0 };
        },
      },
    });
    const answers = ['/a', '/b', '/c'].map((path) =>
      connected.call('http.request', { connection: 'x', method: 'GET', path }),
    );
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(['/a', '/b', '/c']);
    connected.close();
  });

  it('transfers a large text of any script without loss', async () => {
    const body = 'Zażółć 火 👩‍🚀 \u0000 "\\\n'.repeat(100_000);
    const connected = await port({
      calls: {
        'http.request': (request) =>
          Promise.resolve({ status: 200, headers: {}, body: request.body ?? '', ms: 0 }),
      },
    });
    const answer = await connected.call('http.request', { connection: 'x', method: 'POST', path: '/', body });
    expect(answer.body === body).toBe(true);
    connected.close();
  });

  it('returns a thrown PortError with all its members, and any other error as internal', async () => {
    const connected = await port({
      calls: {
        'connections.list': () =>
          Promise.reject(
            new PortError({ code: 'dns', message: 'No such name.', detail: 'ENOTFOUND', retryable: true }),
          ),
        'workspace.load': () => Promise.reject(new TypeError('it broke')),
      },
    });
    await expect(connected.call('connections.list', {})).rejects.toMatchObject({
      name: 'PortError',
      code: 'dns',
      message: 'No such name.',
      detail: 'ENOTFOUND',
      retryable: true,
    });
    await expect(connected.call('workspace.load', {})).rejects.toMatchObject({
      code: 'internal',
      message: 'it broke',
    });
    connected.close();
  });

  it('rejects a request, and a response, that violates the contract', async () => {
    const connected = await port({
      calls: {
        // @ts-expect-error: a host that answers wrongly
        'settings.load': () => Promise.resolve({ theme: 'pink' }),
      },
    });
    await expect(
      connected.call('http.request', { connection: 'x', method: 'GET', path: 'no-slash' }),
    ).rejects.toMatchObject({ code: 'bad-request' });
    await expect(connected.call('settings.load', {})).rejects.toMatchObject({ code: 'bad-request' });
    connected.close();
  });

  it('signals a cancelled call to the handler', async () => {
    let heard: (() => void) | undefined;
    const aborted = new Promise<void>((resolve) => (heard = resolve));
    let begun: (() => void) | undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const connected = await port({
      calls: {
        'workspace.load': (_request, signal) =>
          new Promise((_resolve, reject) => {
            begun?.();
            signal.addEventListener('abort', () => {
              heard?.();
              reject(new Error('stopped'));
            });
          }),
      },
    });
    const abort = new AbortController();
    const answer = connected.call('workspace.load', {}, { signal: abort.signal });
    const outcome = expect(answer).rejects.toMatchObject({ code: 'cancelled' });
    await started;
    abort.abort();
    await outcome;
    await aborted;
    connected.close();
  });

  it('reports what the handler says about a cancelled call', async () => {
    let begun: (() => void) | undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const message = 'The query was cancelled after 12 documents were read.';
    const connected = await port({
      calls: {
        'workspace.load': (_request, signal) =>
          new Promise((_resolve, reject) => {
            begun?.();
            signal.addEventListener('abort', () => reject(new PortError({ code: 'cancelled', message })));
          }),
      },
    });
    const abort = new AbortController();
    const answer = connected.call('workspace.load', {}, { signal: abort.signal });
    const outcome = expect(answer).rejects.toMatchObject({ code: 'cancelled', message });
    await started;
    abort.abort();
    await outcome;
    connected.close();
  });

  it('gives the answer of a call that was complete when it was cancelled', async () => {
    let begun: (() => void) | undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const connected = await port({
      calls: {
        'workspace.load': (_request, signal) =>
          new Promise((resolve) => {
            begun?.();
            signal.addEventListener('abort', () => resolve({ state: 'complete' }));
          }),
      },
    });
    const abort = new AbortController();
    const answer = connected.call('workspace.load', {}, { signal: abort.signal });
    await started;
    abort.abort();
    await expect(answer).resolves.toEqual({ state: 'complete' });
    connected.close();
  });

  it('does not wait for a handler that ignores the cancellation', async () => {
    let begun: (() => void) | undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const connected = await port({
      calls: { 'workspace.load': () => new Promise(() => begun?.()) },
    });
    const abort = new AbortController();
    const answer = connected.call('workspace.load', {}, { signal: abort.signal });
    const outcome = expect(answer).rejects.toMatchObject({
      code: 'cancelled',
      message: expect.stringContaining('not known how far') as unknown,
    });
    await started;
    abort.abort();
    await outcome;
    connected.close();
  });

  it('pauses a stream of ten thousand items while the reader is slow, and loses none', async () => {
    let produced = 0;
    const connected = await port({
      streams: {
        socket: async function* () {
          await Promise.resolve();
          for (; produced < 10_000; produced++) yield { kind: 'text' as const, text: String(produced) };
        },
      },
    });
    const reader = connected.open('socket', { connection: 'x', path: '/' })[Symbol.asyncIterator]();
    expect((await reader.next()).value).toEqual({ kind: 'text', text: '0' });
    // When a later call has returned, the host had time to produce everything the window allows.
    await expect(connected.call('workspace.load', {})).rejects.toMatchObject({ code: 'unsupported' });
    expect(produced).toBeLessThan(200);
    let next = 1;
    for (let item = await reader.next(); item.done !== true; item = await reader.next()) {
      if (item.value.kind !== 'text' || item.value.text !== String(next))
        expect.unreachable(`item ${next} is missing`);
      next++;
    }
    expect(next).toBe(10_000);
    connected.close();
  });

  it.each(['leaves the loop', 'aborts'])('ends the stream on the host when the reader %s', async (how) => {
    let ended: (() => void) | undefined;
    const over = new Promise<void>((resolve) => (ended = resolve));
    const connected = await port({
      streams: {
        socket: async function* (_params, signal) {
          try {
            yield { kind: 'heartbeat' as const };
            await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
          } finally {
            ended?.();
          }
        },
      },
    });
    const abort = new AbortController();
    const read = async (): Promise<void> => {
      for await (const item of connected.open(
        'socket',
        { connection: 'x', path: '/' },
        { signal: abort.signal },
      )) {
        expect(item.kind).toBe('heartbeat');
        if (how === 'aborts') abort.abort();
        else break;
      }
    };
    if (how === 'aborts') await expect(read()).rejects.toMatchObject({ code: 'cancelled' });
    else await read();
    await over;
    connected.close();
  });

  it('ends a cancelled stream whose handler ignores its signal', async () => {
    let ended: (() => void) | undefined;
    const over = new Promise<void>((resolve) => (ended = resolve));
    const connected = await port({
      streams: {
        socket: async function* () {
          try {
            await Promise.resolve();
            for (;;) yield { kind: 'heartbeat' as const };
          } finally {
            ended?.();
          }
        },
      },
    });
    for await (const item of connected.open('socket', { connection: 'x', path: '/' })) {
      expect(item.kind).toBe('heartbeat');
      break;
    }
    await over;
    connected.close();
  });

  it('delivers the items of a stream that fails midway, then its error', async () => {
    const connected = await port({
      streams: {
        'connections.watch': async function* () {
          yield { changed: true as const };
          await Promise.resolve();
          throw new PortError({ code: 'storage', message: 'The disk is full.' });
        },
      },
    });
    let seen = 0;
    const read = async (): Promise<void> => {
      for await (const item of connected.open('connections.watch', {})) seen += Object.keys(item).length;
    };
    await expect(read()).rejects.toMatchObject({ code: 'storage', message: 'The disk is full.' });
    expect(seen).toBe(1);
    connected.close();
  });

  it('fails everything pending with `closed` when the host disconnects', async () => {
    let aborts = 0;
    let begun: (() => void) | undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const made = await environment({
      calls: {
        'workspace.load': (_request, signal) => {
          signal.addEventListener('abort', () => aborts++);
          begun?.();
          return new Promise(() => undefined);
        },
      },
    });
    const connected = connectPort(await made.connect());
    const pending = connected.call('workspace.load', {});
    const outcome = expect(pending).rejects.toMatchObject({ code: 'closed', retryable: true });
    await started;
    await made.endHost();
    await outcome;
    expect(await connected.closed).not.toBe('');
    await expect(connected.call('workspace.load', {})).rejects.toMatchObject({ code: 'closed' });
    await expect.poll(() => aborts).toBe(1);
  });

  it('notifies the host when the window disconnects', async () => {
    let heard: (() => void) | undefined;
    const aborted = new Promise<void>((resolve) => (heard = resolve));
    let begun: (() => void) | undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const connected = await port({
      calls: {
        'workspace.load': (_request, signal) => {
          signal.addEventListener('abort', () => heard?.());
          begun?.();
          return new Promise(() => undefined);
        },
      },
    });
    const pending = connected.call('workspace.load', {});
    const outcome = expect(pending).rejects.toMatchObject({ code: 'closed' });
    await started;
    connected.close();
    await outcome;
    await aborted;
  });

  it('closes a window of another version, which reports why', async () => {
    const channel = await (await environment({})).connect();
    const answer = new Promise((resolve) => channel.onFrame(resolve));
    const gone = new Promise((resolve) => channel.onClose(resolve));
    channel.send({ t: 'hello', version: PORT_VERSION + 1 });
    expect(await answer).toEqual({ t: 'hello', version: PORT_VERSION });
    await gone;
  });

  it('closes a peer that sends no greeting, or violates the contract', async () => {
    const made = await environment({});
    for (const frame of [
      { t: 'call', id: 1, name: 'app.info', payload: {} },
      { hello: 'there' },
      'text',
      null,
    ]) {
      const channel = await made.connect();
      const gone = new Promise((resolve) => channel.onClose(resolve));
      channel.onFrame(() => undefined);
      channel.send(frame);
      await gone;
    }
  });
});

it('a window refuses a host of another version with both numbers', async () => {
  const [window, host] = memoryChannelPair();
  const connected = connectPort(window);
  const pending = connected.call('app.info', {});
  host.onFrame(() => undefined);
  host.send({ t: 'hello', version: 99 });
  await expect(pending).rejects.toMatchObject({ code: 'version-mismatch' });
  expect(await connected.closed).toContain('99');
});

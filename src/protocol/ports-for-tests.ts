/** Ports for protocol tests: one with scripted responses, one that sends requests to a real server with fetch. */
import {
  connectPort,
  memoryChannelPair,
  PortError,
  servePort,
  type CallResponse,
  type HttpRequest,
  type HttpResponse,
  type Port,
  type PortHandlers,
} from '../contract/index.ts';
import { fromBase64, toBase64 } from './base64.ts';

type Answer = Partial<Omit<HttpResponse, 'ms'>>;
type SocketItem = { kind: 'open'; socket: string } | { kind: 'text'; text: string } | { kind: 'heartbeat' };

interface Script {
  /** The complete request, so that a test can check path, headers and body. */
  http(request: HttpRequest): Answer | Promise<Answer>;
  socket?(path: string, sent: AsyncIterable<string>): AsyncIterable<SocketItem>;
  readonly measure?: (documents: readonly string[]) => CallResponse<'compression.measure'>;
  readonly connections?: CallResponse<'connections.list'>['connections'];
  readonly calls?: Partial<PortHandlers['calls']>;
  readonly streams?: Partial<PortHandlers['streams']>;
}

/** A port with responses from the test; every request passes the real contract on both sides. */
export function scriptedPort(script: Script): Port {
  const sockets = new Map<string, (text: string) => void>();
  const { measure, connections, calls, streams } = script;
  return portOver({
    ...(calls && { calls }),
    ...(streams && { streams }),
    ...(measure === undefined
      ? {}
      : {
          measure: ({ documents }: { documents: readonly string[] }) => Promise.resolve(measure(documents)),
        }),
    ...(connections === undefined ? {} : { list: () => Promise.resolve({ connections }) }),
    http: async (request) => ({ status: 200, headers: {}, body: '', ms: 1, ...(await script.http(request)) }),
    send: (socket, text) => sockets.get(socket)?.(text),
    async *open(path) {
      if (!script.socket) return;
      const queue: string[] = [];
      let wake: (() => void) | undefined;
      sockets.set('s1', (text) => {
        queue.push(text);
        wake?.();
      });
      async function* sent() {
        for (;;) {
          const next = queue.shift();
          if (next !== undefined) yield next;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      }
      yield* script.socket(path, sent());
    },
  });
}

/** A port to a real server at `url`. */
export function directPort(url: string): Port {
  const sockets = new Map<string, WebSocket>();
  return portOver({
    http: async (request, signal) => {
      const response = await fetch(url + request.path, {
        method: request.method,
        ...(request.headers ? { headers: request.headers } : {}),
        ...(request.body === undefined
          ? {}
          : { body: request.bodyEncoding ? fromBase64(request.body) : request.body }),
        signal,
      });
      const { status } = response;
      const bytes = request.answerEncoding !== undefined && status < 400;
      const body = bytes ? toBase64(new Uint8Array(await response.arrayBuffer())) : await response.text();
      return {
        status,
        headers: Object.fromEntries(response.headers),
        body,
        ...(bytes ? { bodyEncoding: 'base64' as const } : {}),
        ms: 0,
      };
    },
    send: (socket, text) => sockets.get(socket)?.send(text),
    async *open(path, signal) {
      const socket = new WebSocket(url.replace(/^http/, 'ws') + path);
      const items: SocketItem[] = [];
      const ended = { yet: false };
      let wake: (() => void) | undefined;
      const tell = (item?: SocketItem) => {
        if (item) items.push(item);
        else ended.yet = true;
        wake?.();
      };
      socket.onopen = () => {
        sockets.set(path, socket);
        tell({ kind: 'open', socket: path });
      };
      socket.onmessage = (event) =>
        tell(
          String(event.data).trim() === ''
            ? { kind: 'heartbeat' }
            : { kind: 'text', text: String(event.data) },
        );
      socket.onclose = () => tell();
      socket.onerror = () => tell();
      signal.addEventListener('abort', () => socket.close());
      for (;;) {
        const next = items.shift();
        if (next) yield next;
        else if (ended.yet) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  });
}

function portOver(handlers: {
  http(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse>;
  send(socket: string, text: string): void;
  open(path: string, signal: AbortSignal): AsyncIterable<SocketItem>;
  measure?: PortHandlers['calls']['compression.measure'];
  list?: PortHandlers['calls']['connections.list'];
  calls?: Partial<PortHandlers['calls']>;
  streams?: Partial<PortHandlers['streams']>;
}): Port {
  const [client, host] = memoryChannelPair();
  const unused = () =>
    Promise.reject(new PortError({ code: 'unsupported', message: 'This call is not part of the test.' }));
  const served: PortHandlers = {
    calls: {
      'app.info': unused,
      'connections.list': handlers.list ?? unused,
      'connections.save': unused,
      'connections.setMode': unused,
      'connections.checkNow': unused,
      'connections.remove': unused,
      'connections.unlock': unused,
      'connections.forgetPassword': unused,
      'connections.setRoutePassword': unused,
      'connections.environmentProxy': unused,
      'passwords.storage': unused,
      'connections.test': unused,
      'twoFactor.limits': unused,
      'twoFactor.signIn': unused,
      'twoFactor.signOut': unused,
      'twoFactor.decline': unused,
      'workspace.load': unused,
      'workspace.save': unused,
      'settings.load': unused,
      'settings.save': unused,
      'applicationPort.load': unused,
      'applicationPort.open': unused,
      'applicationPort.close': unused,
      'updates.load': unused,
      'updates.setEnabled': unused,
      'updates.check': unused,
      'files.choose': unused,
      'diskChecks.run': unused,
      'recordings.piece': unused,
      'recordings.read': unused,
      'recordings.charts': unused,
      'recordings.rows': unused,
      'recordings.start': unused,
      'recordings.stop': unused,
      'recordings.remove': unused,
      'recordings.dismiss': unused,
      'recordings.save': unused,
      'recordings.edit': unused,
      'recordings.export': unused,
      'recordings.compare': unused,
      'confirmations.answer': unused,
      'confirmations.cancel': unused,
      'keys.generate': unused,
      'exports.run': unused,
      'certificates.generate': unused,
      'packages.save': unused,
      'copies.run': unused,
      'copies.resume': unused,
      'copies.unfinished': unused,
      'copies.forget': unused,
      'dumps.export': unused,
      'dumps.import': unused,
      'documents.confirmImport': unused,
      'dumps.piece': unused,
      'queries.list': unused,
      'queries.save': unused,
      'queries.remove': unused,
      'queries.check': unused,
      'snippets.list': unused,
      'snippets.save': unused,
      'snippets.remove': unused,
      'compression.measure': handlers.measure ?? unused,
      'http.request': (request, signal) => handlers.http(request, signal),
      'socket.send': ({ socket, text }) => {
        handlers.send(socket, text);
        return Promise.resolve({});
      },
      ...handlers.calls,
    },
    streams: {
      socket: ({ path }, signal) => handlers.open(path, signal),
      // eslint-disable-next-line @typescript-eslint/require-await
      'connections.watch': async function* () {
        yield* [];
      },
      // eslint-disable-next-line @typescript-eslint/require-await
      'connections.states': async function* () {
        yield* [];
      },
      // eslint-disable-next-line @typescript-eslint/require-await
      'confirmations.watch': async function* () {
        yield* [];
      },
      // eslint-disable-next-line @typescript-eslint/require-await
      'exports.progress': async function* () {
        yield* [];
      },
      // eslint-disable-next-line @typescript-eslint/require-await
      'copies.progress': async function* () {
        yield* [];
      },
      // eslint-disable-next-line @typescript-eslint/require-await
      'copies.rejections': async function* () {
        yield* [];
      },
      // eslint-disable-next-line @typescript-eslint/require-await
      'dumps.progress': async function* () {
        yield* [];
      },
      // eslint-disable-next-line @typescript-eslint/require-await
      'diskChecks.progress': async function* () {
        yield* [];
      },
      // eslint-disable-next-line @typescript-eslint/require-await
      'recordings.watch': async function* () {
        yield* [];
      },
      // eslint-disable-next-line @typescript-eslint/require-await
      'recordings.session': async function* () {
        yield* [];
      },
      ...handlers.streams,
    },
  };
  servePort(host, served);
  return connectPort(client);
}

/**
 * The port over its three channels: memory, WebSocket (the real serve server) and MessagePort (a worker's, like
 * Electron's).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { WebSocket } from 'ws';
import { messagePortChannel } from '../../src/app/port/message-port-channel.ts';
import { openWebSocketChannel } from '../../src/app/port/websocket-channel.ts';
import {
  connectPort,
  memoryChannelPair,
  offeredProtocols,
  type Port,
  PortError,
  servePort,
  type Channel,
  type PortHandlers,
} from '../../src/contract/index.ts';
import { LogFile } from '../host/log/log-file.ts';
import { portChannel, type HostPort } from '../host/port-channel.ts';
import { serve, type Served } from '../serve/server.ts';
import { enter } from '../serve/test-environment/enter.ts';

interface Environment {
  /** A window's end; the host's handlers respond at the other. */
  connect(): Promise<Channel>;
  /** Closes the host's side like a crash or an exit. */
  endHost(): Promise<void>;
}

const refuse = (): never => {
  throw new PortError({ code: 'unsupported', message: 'This test does not answer that.' });
};

interface HandlerParts {
  readonly calls?: Partial<PortHandlers['calls']>;
  readonly streams?: Partial<PortHandlers['streams']>;
}

/** Handlers controlled by tests; a handler that a test does not set refuses. */
function steered(part: HandlerParts): PortHandlers {
  return {
    calls: {
      'app.info': refuse,
      'connections.list': refuse,
      'connections.save': refuse,
      'connections.setMode': refuse,
      'connections.checkNow': refuse,
      'connections.remove': refuse,
      'connections.unlock': refuse,
      'connections.forgetPassword': refuse,
      'connections.setRoutePassword': refuse,
      'connections.environmentProxy': refuse,
      'passwords.storage': refuse,
      'connections.test': refuse,
      'twoFactor.limits': refuse,
      'twoFactor.signIn': refuse,
      'twoFactor.signOut': refuse,
      'twoFactor.decline': refuse,
      'http.request': refuse,
      'confirmations.answer': refuse,
      'confirmations.cancel': refuse,
      'keys.generate': refuse,
      'exports.run': refuse,
      'certificates.generate': refuse,
      'packages.save': refuse,
      'copies.run': refuse,
      'copies.resume': refuse,
      'copies.unfinished': refuse,
      'copies.forget': refuse,
      'dumps.export': refuse,
      'dumps.import': refuse,
      'documents.confirmImport': refuse,
      'dumps.piece': refuse,
      'queries.list': refuse,
      'queries.save': refuse,
      'queries.remove': refuse,
      'queries.check': refuse,
      'snippets.list': refuse,
      'snippets.save': refuse,
      'snippets.remove': refuse,
      'compression.measure': refuse,
      'diskChecks.run': refuse,
      'recordings.piece': refuse,
      'recordings.read': refuse,
      'recordings.charts': refuse,
      'recordings.rows': refuse,
      'recordings.start': refuse,
      'recordings.stop': refuse,
      'recordings.remove': refuse,
      'recordings.dismiss': refuse,
      'recordings.save': refuse,
      'recordings.edit': refuse,
      'recordings.export': refuse,
      'recordings.compare': refuse,
      'socket.send': refuse,
      'workspace.load': refuse,
      'workspace.save': refuse,
      'settings.load': refuse,
      'settings.save': refuse,
      'applicationPort.load': refuse,
      'applicationPort.open': refuse,
      'applicationPort.close': refuse,
      'updates.load': refuse,
      'updates.setEnabled': refuse,
      'updates.check': refuse,
      'files.choose': refuse,
      ...part.calls,
    },
    streams: {
      socket: refuse,
      'connections.watch': refuse,
      'connections.states': refuse,
      'confirmations.watch': refuse,
      'exports.progress': refuse,
      'copies.progress': refuse,
      'copies.rejections': refuse,
      'dumps.progress': refuse,
      'diskChecks.progress': refuse,
      'recordings.session': refuse,
      'recordings.watch': refuse,
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

/** What a test opens; closed after it. */
interface Opening {
  environment(part: HandlerParts): Promise<Environment>;
  port(part: HandlerParts): Promise<Port>;
}

/** Defines the same tests for every channel. */
export function overEveryChannel(define: (opening: Opening) => void): void {
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

    async function environment(part: HandlerParts): Promise<Environment> {
      const made = await makeEnvironment(steered(part), folder);
      opened.push(made);
      return made;
    }
    async function port(part: HandlerParts) {
      return connectPort(await (await environment(part)).connect());
    }

    define({ environment, port });
  });
}

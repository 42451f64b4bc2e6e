/** `serve` under attack, entered as a browser does; its port is used as a compromised page would use it. */
import { WebSocket } from 'ws';
import {
  connectPort,
  offeredProtocols,
  type Channel,
  type Port,
  PortError,
} from '../../src/contract/index.ts';
import { z } from 'zod';
import { inRoot } from '../paths.ts';
import { startProgram, type ChildProgram } from './child-program.ts';

export interface Entrance {
  readonly status: number;
  readonly cookie: string;
  readonly key: string;
}

export interface ServedTarget {
  readonly program: ChildProgram;
  readonly dataFolder: string;
  readonly port: number;
  /** The one-time address. */
  readonly address: string;
  enter(address?: string): Promise<Entrance>;
  /** The port, opened with everything that a page of Rookery itself has. */
  openPort(): Promise<Port>;
  /** Tries to open the socket with these headers and protocols: its HTTP status, 101 when it opened. */
  trySocket(headers: Readonly<Record<string, string>>, protocols: readonly string[]): Promise<number>;
}

const readyLine = z.object({ url: z.string(), port: z.number() });

export async function startServed(dataFolder: string, args: readonly string[] = []): Promise<ServedTarget> {
  const program = await startProgram(process.execPath, [
    inRoot('dist/electron/serve.cjs'),
    '--port',
    '0',
    '--data',
    dataFolder,
    '--no-open',
    ...args,
  ]);
  const { url: address, port } = readyLine.parse(JSON.parse(program.firstLine));
  const origin = `http://127.0.0.1:${port}`;
  let entered: Entrance | undefined;

  const enter = async (where = address): Promise<Entrance> => {
    const answer = await fetch(where, { redirect: 'manual' });
    const body = await answer.text();
    return {
      status: answer.status,
      cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '',
      key: /name="rookery-key" content="([\w-]+)"/.exec(body)?.[1] ?? '',
    };
  };
  return {
    program,
    dataFolder,
    port,
    address,
    enter,
    openPort: async () => {
      entered ??= await enter();
      const socket = new WebSocket(
        `${origin.replace('http', 'ws')}/port`,
        [...offeredProtocols(entered.key)],
        {
          headers: { cookie: entered.cookie, origin },
        },
      );
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      return connectPort(channelOf(socket));
    },
    trySocket: (headers, protocols) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${origin.replace('http', 'ws')}/port`, [...protocols], { headers });
        socket.once('open', () => {
          socket.terminate();
          resolve(101);
        });
        socket.once('unexpected-response', (_request, response) => {
          response.resume();
          socket.terminate();
          resolve(response.statusCode ?? 0);
        });
        socket.once('error', () => resolve(0));
      }),
  };
}

function channelOf(socket: WebSocket): Channel {
  return {
    send: (frame) => socket.send(JSON.stringify(frame)),
    onFrame: (listener) =>
      void socket.on('message', (data: Buffer) => listener(JSON.parse(data.toString('utf8')))),
    onClose: (listener) => void socket.on('close', (_code, reason) => listener(reason.toString())),
    close: () => socket.close(),
  };
}

/** The code of the error that a call fails with; undefined when it succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call;
    return undefined;
  } catch (thrown) {
    return thrown instanceof PortError ? thrown.code : String(thrown);
  }
}

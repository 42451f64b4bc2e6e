/** For tests: a server that answers from a function, reached through the real port over a memory channel. */
import {
  connectPort,
  type HttpRequest,
  memoryChannelPair,
  PortError,
  type PortHandlers,
  servePort,
} from '../contract/index.ts';
import { ServerClient } from './client.ts';

export interface ScriptedAnswer {
  readonly status?: number;
  readonly body: string;
}

export function answeringServer(
  answer: (request: HttpRequest) => ScriptedAnswer,
  socketFrames: readonly string[] = [],
): ServerClient {
  const [uiEnd, hostEnd] = memoryChannelPair();
  const offered = {
    calls: {
      'http.request': (request: HttpRequest) => {
        const { status = 200, body } = answer(request);
        return Promise.resolve({ status, headers: {}, body, ms: 12.5 });
      },
    },
    streams: {
      socket: async function* () {
        yield await Promise.resolve({ kind: 'open', socket: 's1' });
        for (const text of socketFrames) yield { kind: 'text', text };
      },
    },
  };
  // Only what these tests call is there; anything else fails as a handler that is missing.
  servePort(hostEnd, offered as unknown as PortHandlers);
  return new ServerClient(connectPort(uiEnd), 'test');
}

export const noAnswer = (): ScriptedAnswer => {
  throw new PortError({ code: 'internal', message: 'This test expects no request.' });
};

import { describe, expect, it, vi } from 'vitest';
import {
  connectPort,
  memoryChannelPair,
  PortError,
  servePort,
  type PortHandlers,
} from '../../contract/index.ts';
import { watchPort } from './watched-port.ts';

function watched(handlers: {
  readonly request?: () => Promise<unknown>;
  readonly socket?: () => AsyncIterable<unknown>;
}) {
  const [ui, host] = memoryChannelPair();
  const offered = {
    calls: { 'http.request': handlers.request, 'connections.unlock': handlers.request },
    streams: { socket: handlers.socket },
  };
  servePort(host, offered as unknown as PortHandlers);
  const ended = vi.fn();
  const watcher = {
    onAnswer: vi.fn(),
    onPasswordNeeded: vi.fn(),
    onSocket: vi.fn(),
    onRequest: vi.fn(() => ended),
  };
  return { port: watchPort(connectPort(ui), watcher), watcher, ended };
}

const request = { connection: 'staging', method: 'GET', path: '/databases' } as const;

describe('watchPort', () => {
  it('records how long a call took', async () => {
    const { port, watcher } = watched({
      request: () => Promise.resolve({ status: 200, headers: {}, body: '{}', ms: 4.2 }),
    });
    await port.call('http.request', request);
    expect(watcher.onAnswer.mock.calls).toMatchObject([['staging', { ms: 4.2 }]]);
  });

  it('records a request until it is answered or fails', async () => {
    const { port, watcher, ended } = watched({
      request: () => Promise.reject(new Error('Nothing listens.')),
    });
    const running = port.call('http.request', { ...request, path: '/databases?start=0' });
    expect(watcher.onRequest.mock.calls).toEqual([['staging', 'GET /databases']]);
    expect(ended).not.toHaveBeenCalled();
    await expect(running).rejects.toThrow('Nothing listens.');
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('reports that a password is needed, and still fails', async () => {
    const { port, watcher } = watched({
      request: () =>
        Promise.reject(new PortError({ code: 'password-needed', message: 'The certificate is locked.' })),
    });
    await expect(port.call('http.request', request)).rejects.toMatchObject({ code: 'password-needed' });
    expect(watcher.onPasswordNeeded.mock.calls).toEqual([['staging']]);
  });

  it('does not prompt again for a password that was just refused', async () => {
    const { port, watcher } = watched({
      request: () => Promise.reject(new PortError({ code: 'password-needed', message: 'Wrong password.' })),
    });
    await expect(port.call('connections.unlock', { id: 'staging', password: 'x' })).rejects.toThrow('Wrong');
    expect(watcher.onPasswordNeeded).not.toHaveBeenCalled();
  });

  it('counts a socket from its first item to its end, also when the reader stops early', async () => {
    const { port, watcher } = watched({
      socket: async function* () {
        yield await Promise.resolve({ kind: 'open', socket: 's1' });
        for (;;) yield { kind: 'heartbeat' };
      },
    });
    for await (const item of port.open('socket', { connection: 'staging', path: '/x' }))
      if (item.kind === 'heartbeat') break;
    expect(watcher.onSocket.mock.calls).toEqual([
      ['staging', 1],
      ['staging', -1],
    ]);
  });
});

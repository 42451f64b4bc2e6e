/** One contract, three channels: calls, errors, and the end of a connection. */
import { expect, it } from 'vitest';
import { connectPort, memoryChannelPair, PORT_VERSION, PortError } from '../src/contract/index.ts';
import { overEveryChannel } from './test-environment/port-channels.ts';

overEveryChannel(({ environment, port }) => {
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

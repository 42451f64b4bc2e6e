/** What is read from a server, and what the recorder gets of it. */
import { expect, it, vi } from 'vitest';
import { FeedRefusal } from '../transport/feed-refusal.ts';
import { live, over, scripted } from './recording-for-tests.ts';

const refusal = (status: number) => (): never => {
  throw new FeedRefusal(status, {
    ...{ code: 'unreachable', message: `It refused with ${status}.` },
    detail: '{"Message":"Not licensed."}',
  });
};

it('asks for version, settings and clock first, and makes a file with a name of its own', async () => {
  const { start, server, lines } = await scripted();
  server.answers['/build/version'] = () => ({ body: '{"FullVersion":"7.1.5"}' });
  server.answers['/admin/configuration/settings'] = () => ({ status: 403 });
  const { handle } = await start({ databases: ['shop', 'shop'], maxMegabytes: 5, note: 'slow' });
  expect(server.asked).toEqual([
    'GET /build/version?rookeryRecorder=1',
    'GET /admin/configuration/settings?rookeryRecorder=1',
    'GET /admin/debug/memory/stats?includeThreads=false&includeMappings=false&rookeryRecorder=1',
  ]);
  expect(handle.path).toMatch(/recordings[\\/]2026-03-14 09-26-5\d Live_ A_B\.rookery$/);
  expect(handle.options).toMatchObject({
    ...{ recorder: 'Rookery 1.2.3', server: 'http://live.example:8080', databases: ['shop'], note: 'slow' },
    answers: { version: '{"FullVersion":"7.1.5"}', settings: null, clock: { text: '{}' } },
    ...{ requests: 'all', mostPerSecond: 1000 },
    ...{ logLevel: 'Warn', maxBytes: 5 * 1024 * 1024, length: { kind: 'next', minutes: 10 } },
  });
  expect(lines.join('\n')).toContain('recording-started');
  expect(lines.join('\n')).not.toMatch(/rookeryRecorder|user@|slow/);
});

it('polls again after the answer, and not before', async () => {
  const { start, server } = await scripted({ path: '/admin/debug/memory/gc?m=1', everyMs: 2000 });
  const asked = (): number => server.asked.filter((each) => each.includes('/gc')).length;
  let answer: (() => void) | undefined;
  server.answers['/admin/debug/memory/gc'] = () =>
    new Promise((resolve) => {
      answer = () => resolve({ body: `{"n":${asked()}}`, ms: 12.3456 });
    });
  const { handle } = await start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked()).toBe(1);
  answer?.();
  await vi.advanceTimersByTimeAsync(500);
  expect(handle.all('add')).toEqual([[0, '{"n":1}', 12_346]]);
  expect(asked()).toBe(2);
  answer?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toBe(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toBe(3);
});

it('gives up an answer after 30 s, and polls again 5 s later', async () => {
  const { start, server } = await scripted({ path: '/admin/debug/memory/gc', everyMs: 2000 });
  server.answers['/admin/debug/memory/gc'] = () => new Promise(() => undefined);
  const { handle } = await start();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(handle.all('lost')).toEqual([[0, 'No answer in 30 s.']]);
  server.answers['/admin/debug/memory/gc'] = () => ({ body: '{"back":true}' });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(handle.all('add')).toEqual([[0, '{"back":true}', 1000]]);
});

it('opens a socket again after it was lost', async () => {
  const { start, server, recorder } = await scripted({ path: '/threads-info/watch?m=1' });
  const { handle } = await start();
  server.sockets[0]?.say('{"a":1}', '{"a":2}');
  server.sockets[0]?.end();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(handle.calls).toEqual([
    ['add', 0, '{"a":1}', 0],
    ['add', 0, '{"a":2}', 0],
    ['lost', 0, 'The server ended the connection.'],
  ]);
  expect(server.sockets).toHaveLength(1);
  expect(recorder.running).toMatchObject([{ sources: 1, failingSources: 1 }]);
  await vi.advanceTimersByTimeAsync(1_000);
  server.sockets[1]?.say('{"a":3}');
  await vi.advanceTimersByTimeAsync(0);
  expect(handle.all('add')).toHaveLength(3);
  expect(recorder.running).toMatchObject([{ sources: 1, failingSources: 0 }]);
});

it('takes the next text of a socket when the recorder has taken the last', async () => {
  const { start, server } = await scripted({ path: '/threads-info/watch' });
  const { handle } = await start();
  let open: (() => void) | undefined;
  handle.gate = new Promise((resolve) => (open = resolve));
  server.sockets[0]?.say('1', '2', '3');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.sockets[0]?.taken).toBe(1);
  open?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(server.sockets[0]?.taken).toBe(3);
});

it('reads a socket in samples when the recorder takes no more of it', async () => {
  const { start, server } = await scripted({ path: '/threads-info/watch' });
  const { handle } = await start();
  handle.mostTexts = 2;
  server.sockets[0]?.say('1', '2', '3');
  await vi.advanceTimersByTimeAsync(0);
  expect(handle.all('add')).toHaveLength(2);
  expect(server.sockets.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  server.sockets[1]?.say('4', '5');
  await vi.advanceTimersByTimeAsync(2_500);
  expect(handle.all('add')).toHaveLength(4);
  expect(handle.all('sampleEnded')).toEqual([[0]]);
  expect(server.sockets.every(({ isClosed }) => isClosed)).toBe(true);
  await vi.advanceTimersByTimeAsync(17_400);
  expect(server.sockets).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(server.sockets).toHaveLength(3);
  expect([handle.all('lost'), handle.all('refused')]).toEqual([[], []]);
});

it('opens a sampled socket for a while in each period, and again after it was lost', async () => {
  const { start, server } = await scripted({
    ...{ path: '/admin/traffic-watch', everyMs: 20_000, openMs: 2_500 },
  });
  const { handle } = await start();
  server.sockets[0]?.say('1');
  await vi.advanceTimersByTimeAsync(20_100);
  server.sockets[1]?.end();
  await vi.advanceTimersByTimeAsync(5_100);
  expect(handle.calls).toEqual([
    ['opened', 0],
    ['add', 0, '1', 0],
    ['sampleEnded', 0],
    ['opened', 0],
    ['lost', 0, 'The server ended the connection.'],
    ['opened', 0],
  ]);
});

it.each([400, 401, 403, 404])('does not poll again after status %d', async (status) => {
  const { start, server } = await scripted({ path: '/admin/debug/memory/gc', everyMs: 2000 });
  server.answers['/admin/debug/memory/gc'] = () => ({ status, body: '{"Message":"System.Exception: No."}' });
  const { handle } = await start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(handle.all('refused')).toEqual([[0, 'No.']]);
  expect(handle.all('lost')).toEqual([]);
  expect(server.asked.filter((each) => each.includes('/gc'))).toHaveLength(1);
});

it('polls again after another status', async () => {
  const { start, server } = await scripted({ path: '/admin/debug/memory/gc', everyMs: 2000 });
  server.answers['/admin/debug/memory/gc'] = () => ({ status: 503, body: 'busy' });
  const { handle } = await start();
  await vi.advanceTimersByTimeAsync(5_500);
  expect(handle.all('lost')).toEqual([
    [0, 'The server answered with status 503.'],
    [0, 'The server answered with status 503.'],
  ]);
});

it.each([
  [404, 'refused', 1],
  [500, 'refused', 1],
  [503, 'lost', 2],
  [429, 'lost', 2],
  [302, 'lost', 2],
] as const)('takes a refused handshake with status %d as %s', async (status, call, attempts) => {
  const { start, server } = await scripted({ path: '/threads-info/watch' });
  server.handshakes['/threads-info/watch'] = refusal(status);
  const { handle } = await start();
  await vi.advanceTimersByTimeAsync(7_000);
  const reason = call === 'refused' ? 'Not licensed.' : `It refused with ${status}.`;
  expect(handle.calls).toEqual(Array(attempts).fill([call, 0, reason]));
  expect(server.asked.filter((each) => each.startsWith('SOCKET'))).toHaveLength(attempts);
});

it('sends nothing that the policy refuses', async () => {
  const { start, server } = await scripted(
    { path: '/admin/memory/gc', everyMs: 2000 },
    { path: '/admin/unknown/watch' },
  );
  const { handle } = await start();
  await vi.advanceTimersByTimeAsync(10_000);
  const refused = handle.all('refused').sort(([a], [b]) => Number(a) - Number(b));
  expect(refused).toEqual([
    [0, expect.stringContaining('this connection is read-only') as string],
    [1, expect.stringContaining('this connection is read-only') as string],
  ]);
  expect(server.asked).toHaveLength(3);
});

it('uses a changed address, and notes the change in the recording', async () => {
  const { start, usedFor, connections } = await scripted({
    path: '/admin/debug/memory/gc',
    everyMs: 2000,
  });
  const { handle } = await start();
  connections[0] = { ...live, url: 'http://other.example', mode: 'guarded' } as typeof live;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(handle.all('lost')).toEqual([[0, 'The address of the connection was changed.']]);
  usedFor.length = 0;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(new Set(usedFor)).toEqual(new Set(['http://other.example']));
  expect(handle.all('lost')).toHaveLength(1);
});

it('reads requested captures, and passes the reason on where it cannot', async () => {
  const { start, server } = await scripted();
  const path = '/admin/debug/threads/stack-trace';
  server.answers[path] = () => ({ body: '{"Results":[]}' });
  const { handle } = await start();
  handle.states.push({ captures: [{ number: 1, path: `${path}?m=1`, trigger: 'cpu: 99' }] });
  await vi.advanceTimersByTimeAsync(1_500);
  server.answers[path] = () => new Promise(() => undefined);
  handle.states.push({ captures: [{ number: 2, path, trigger: 'cpu: 98' }] });
  await vi.advanceTimersByTimeAsync(62_000);
  expect(handle.all('capture')).toEqual([
    [1, 'cpu: 99', '{"Results":[]}', ''],
    [2, 'cpu: 98', null, 'No answer in 60 s.'],
  ]);
});

it('has one request wait for a two-factor code', async () => {
  const { start, server, twoFactor } = await scripted(
    { path: '/admin/debug/memory/gc', everyMs: 2000 },
    { path: '/admin/debug/memory/stats', everyMs: 2000 },
    { path: '/threads-info/watch' },
  );
  const { handle } = await start();
  const answer = server.answers;
  answer['/admin/debug/memory/gc'] = answer['/admin/debug/memory/stats'] = () => new Promise(() => undefined);
  twoFactor.state = 'code-needed';
  server.sockets[0]?.end();
  await vi.advanceTimersByTimeAsync(20_000);
  server.asked.length = 0;
  const needed = 'The server requires a two-factor code. Sign in to the connection.';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(new Set(handle.all('lost').map(([, reason]) => reason))).toContain(needed);
  // Each waits for 30 s, and none beside it is sent.
  expect(server.asked.length).toBeGreaterThan(0);
  expect(server.asked.length).toBeLessThanOrEqual(3);
  twoFactor.state = 'signed-in';
  delete answer['/admin/debug/memory/gc'];
  delete answer['/admin/debug/memory/stats'];
  handle.calls.length = 0;
  await vi.advanceTimersByTimeAsync(40_000);
  expect(new Set(handle.all('add').map(([source]) => source))).toEqual(new Set([0, 1]));
  expect(server.sockets).toHaveLength(2);
});

it('sends eight polls at a time', async () => {
  const databases = Array.from({ length: 20 }, (_each, n) => `/databases/d${n}/stats`);
  const { start, server, recorder } = await scripted(...databases.map((path) => ({ path, everyMs: 2000 })));
  let pending = 0;
  let most = 0;
  for (const path of databases)
    server.answers[path] = () =>
      new Promise((resolve) => {
        most = Math.max(most, ++pending);
        setTimeout(() => {
          pending--;
          resolve({});
        }, 300);
      });
  const { id, handle } = await start();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(most).toBe(8);
  expect(new Set(handle.all('add').map(([source]) => source)).size).toBe(20);
  await over(recorder.stop(id));
});

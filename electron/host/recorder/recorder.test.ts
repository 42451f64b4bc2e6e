/** How recordings start and end. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { PortError } from '../../../src/contract/index.ts';
import { WatchedList } from './watched-list.ts';
import { live, over, request, scripted, until } from './recording-for-tests.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

it('shows what is recorded, and completes the file when the recorder ends', async () => {
  const { start, recorder, folder, lines } = await scripted();
  const { handle } = await start();
  const fired = [{ time: 5_000_000, name: 'cpu', text: 'secret query' }];
  const problems = [{ source: '/a', database: '', problem: 'No.' }];
  handle.states.push({ rows: 7, bytes: 8, leftOut: 9, fired, problems, remainingMs: 60_000 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(recorder.running).toMatchObject([
    {
      ...{ connection: 'live', connectionName: 'Live: A/B', databases: ['shop'], state: 'recording' },
      ...{ rows: 7, bytes: 8, leftOut: 9, problems, firedCount: 1 },
      fired: [{ time: 5_000, name: 'cpu', text: 'secret query' }],
    },
  ]);
  const endAt = recorder.running[0]?.endAt ?? 0;
  expect(endAt).toBeGreaterThan(Date.now() + 58_000);
  expect(endAt).toBeLessThanOrEqual(Date.now() + 60_000);
  expect(await folder.list()).toEqual([]);
  handle.states.push({ end: 'The time is over: secret query.' });
  await until(() => expect(recorder.running).toEqual([]));
  expect(handle.all('finish')).toEqual([['The time is over: secret query.']]);
  expect(await folder.list()).toMatchObject([{ bytes: 9, about: null, problem: 'not described' }]);
  expect(recorder.failed).toEqual([]);
  const [file] = await folder.list();
  expect(recorder.ended).toMatchObject([
    { name: file?.name, reason: 'The time is over: secret query.', stopped: false },
  ]);
  expect(lines.at(-1)).toMatch(/"recording-ended".*"by":"recorder","rows":3,"bytes":4/);
  expect(lines.join('\n')).not.toContain('secret');
});

it('waits for a capture that was requested with the end', async () => {
  const { start, server, recorder } = await scripted();
  const path = '/admin/debug/threads/stack-trace';
  server.answers[path] = () =>
    new Promise((resolve) => setTimeout(() => resolve({ body: '{"Results":[]}' }), 1_000));
  const { handle } = await start();
  handle.states.push({ captures: [{ number: 1, path, trigger: 't' }], end: 'A trigger fired.' });
  await until(() => expect(recorder.running).toEqual([]));
  expect(handle.calls).toEqual([
    ['capture', 1, 't', '{"Results":[]}', ''],
    ['finish', 'A trigger fired.'],
  ]);
});

it('completes the file of a stopped recording before the call ends', async () => {
  const { start, recorder, server, folder, lines } = await scripted({ path: '/threads-info/watch' });
  const { id, handle } = await start();
  const name = await over(recorder.stop(id));
  expect(await folder.list()).toMatchObject([{ name }]);
  expect(recorder.ended).toMatchObject([
    { id, connectionName: 'Live: A/B', name, reason: 'It was stopped.', stopped: true },
  ]);
  expect(handle.calls).toEqual([['finish', 'It was stopped.']]);
  expect(server.sockets[0]?.isClosed).toBe(true);
  expect(recorder.running).toEqual([]);
  expect(lines.at(-1)).toContain('"by":"user"');
  // Another window asks too.
  expect(await recorder.stop(id)).toBe(name);
  await recorder.dismiss(id);
  expect(recorder.ended).toEqual([]);
  await expect(recorder.stop(id)).rejects.toThrow('has ended already');
});

it('completes all files when the host closes, and starts no more', async () => {
  const { start, recorder } = await scripted({ path: '/admin/debug/memory/gc', everyMs: 2000 });
  const recordings = [await start(), await start({ databases: [] })];
  await recorder.start({ ...request, startAt: Date.now() + DAY_MS });
  await over(recorder.close());
  for (const { handle } of recordings) expect(handle.all('finish')).toEqual([['Rookery was closed.']]);
  expect(new Set(recordings.map(({ handle }) => handle.path)).size).toBe(2);
  expect(recorder.running).toEqual([]);
  await expect(recorder.start(request)).rejects.toThrow('Rookery is closing.');
});

it('ends with its connection', async () => {
  const { start, recorder, connections } = await scripted({ path: '/admin/debug/memory/gc', everyMs: 2000 });
  const { handle } = await start();
  const { handle: other } = await start();
  connections.length = 0;
  // The next poll finds out, and so does a change of the list.
  await until(() => expect(handle.all('finish')).toEqual([['The connection was removed.']]));
  recorder.connectionsChanged();
  await until(() => expect(recorder.running).toEqual([]));
  expect(other.all('finish')).toEqual([['The connection was removed.']]);
  expect(recorder.failed).toEqual([]);
});

it('does not start a recording whose connection was removed meanwhile', async () => {
  const { recorder, connections, server, lines } = await scripted();
  await recorder.start({ ...request, startAt: Date.now() + DAY_MS });
  connections.length = 0;
  recorder.connectionsChanged();
  await until(() => expect(recorder.running).toEqual([]));
  expect(recorder.failed).toMatchObject([
    { connectionName: 'Live: A/B', message: 'The connection was removed.' },
  ]);
  expect(server.asked).toEqual([]);
  expect(lines.at(-1)).toContain('recording-given-up');
});

it('waits for a start that is farther away than the longest timer', async () => {
  const { recorder, server, handles } = await scripted();
  const startAt = Date.now() + 26 * DAY_MS;
  await recorder.start({ ...request, startAt });
  expect(recorder.running).toMatchObject([{ state: 'waiting', startAt, endAt: startAt + 600_000 }]);
  await vi.advanceTimersByTimeAsync(26 * DAY_MS - 1);
  expect(server.asked).toEqual([]);
  await until(() => expect(recorder.running).toMatchObject([{ state: 'recording' }]));
  expect(handles).toHaveLength(1);
});

it('gives up a waiting recording that is stopped, without a failure', async () => {
  const { recorder, server } = await scripted();
  await over(recorder.stop(await recorder.start({ ...request, startAt: Date.now() + DAY_MS })));
  expect([recorder.running, recorder.failed, server.asked]).toEqual([[], [], []]);
});

it('gives up a starting recording that is stopped, without a file', async () => {
  const { recorder, server, dataFolder } = await scripted();
  server.answers['/build/version'] = () => new Promise(() => undefined);
  const id = await recorder.start(request);
  await until(() => expect(server.asked).toHaveLength(1));
  await over(recorder.stop(id));
  expect([recorder.running, recorder.failed]).toEqual([[], []]);
  expect(await readdir(dataFolder)).toEqual([]);
});

it.each([
  ['a sentence of the transport', 'It is not reachable.'],
  ['a refusal', 'Not you.'],
])('fails with %s when the server does not answer first', async (_what, message) => {
  const { recorder, server, dataFolder } = await scripted();
  server.answers['/build/version'] = () => {
    if (message === 'Not you.') return { status: 403, body: '{"Message":"Not you."}' };
    throw new PortError({ code: 'unreachable', message });
  };
  const id = await recorder.start(request);
  await until(() => expect(recorder.failed).toMatchObject([{ id, message }]));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.asked).toHaveLength(1);
  expect(await readdir(dataFolder)).toEqual([]);
  await recorder.dismiss(id);
  expect(recorder.failed).toEqual([]);
});

it('says which file is left when it cannot be written further', async () => {
  const { start, recorder, folder } = await scripted();
  const { handle } = await start();
  handle.failure = Object.assign(new Error('The disk is full.'), { code: 'io' });
  await until(() => expect(recorder.failed).toHaveLength(1));
  expect(recorder.failed[0]?.message).toMatch(
    /^The disk is full\. What was recorded until then is in 2026-03-14 .*\.rookery\.$/,
  );
  expect(handle.all('finish')).toEqual([['The disk is full.']]);
  expect(await folder.list()).toMatchObject([{ name: recorder.failed[0]?.name }]);
  expect(recorder.ended).toEqual([]);
});

it('says so when the end of a stopped recording cannot be written', async () => {
  const { start, recorder } = await scripted();
  const { id, handle } = await start();
  handle.finish = () => Promise.reject(new Error('The disk is full.'));
  await over(recorder.stop(id));
  expect(recorder.failed[0]?.message).toMatch(/^The disk is full\. What was recorded/);
});

it('makes four recordings at the same time, and has 20 wait', async () => {
  const { recorder, start } = await scripted();
  const startAt = Date.now() + MINUTE_MS;
  for (let n = 0; n < 20; n++) await recorder.start({ ...request, startAt });
  await expect(recorder.start({ ...request, startAt })).rejects.toThrow('20 recordings wait');
  const first = await start();
  for (let n = 0; n < 3; n++) await start();
  await expect(recorder.start(request)).rejects.toThrow('4 recordings are being made. Stop one first.');
  await over(recorder.stop(first.id));
  await start();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  await until(() => expect(recorder.running).toHaveLength(4));
  // The last ten of those that found no room.
  expect(recorder.failed.map(({ message }) => message)).toEqual(
    Array(10).fill('4 recordings are being made. Stop one first.'),
  );
});

it('refuses a connection that does not exist', async () => {
  const { recorder } = await scripted();
  await expect(recorder.start({ ...request, connection: 'other' })).rejects.toThrow('does not exist');
});

it('names files of the same second differently', async () => {
  const { start, dataFolder } = await scripted();
  vi.setSystemTime(new Date(2026, 0, 1));
  await start();
  vi.setSystemTime(new Date(2026, 0, 1));
  await start();
  const names = await readdir(join(dataFolder, 'recordings'));
  expect(names).toHaveLength(2);
  expect(live.name).toBe('Live: A/B');
});

it('reports to a reader immediately, on changes, and once a second while something is recorded', async () => {
  const { start, recorder, folder } = await scripted();
  const list = new WatchedList(recorder, folder);
  const end = new AbortController();
  const seen: string[] = [];
  const reading = (async () => {
    for await (const { running, stored } of list.watch(end.signal))
      seen.push(`${running.map(({ state }) => state).join()} ${stored.length}`);
  })();
  await until(() => expect(seen).toEqual([' 0']));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen).toHaveLength(1);
  const { id } = await start();
  await until(() => expect(seen.at(-1)).toBe('recording 0'));
  const before = seen.length;
  await vi.advanceTimersByTimeAsync(3_000);
  await until(() => expect(seen.length).toBeGreaterThanOrEqual(before + 3));
  expect(seen.length).toBeLessThanOrEqual(before + 4);
  await over(recorder.stop(id));
  await until(() => expect(seen.at(-1)).toBe(' 1'));
  end.abort();
  await reading;
});

it('has a slow reader skip what is outdated', async () => {
  const { start, recorder, folder } = await scripted();
  const reader = new WatchedList(recorder, folder).watch(new AbortController().signal);
  await over(reader.next());
  await start();
  await vi.advanceTimersByTimeAsync(60_000);
  const item = await over(reader.next());
  expect(item).toMatchObject({ done: false, value: { running: [{ state: 'recording' }] } });
  const next = over(reader.next());
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await next).done).toBe(false);
  await reader.return(undefined);
});

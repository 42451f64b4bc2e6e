/** Planned recordings over restarts of the host. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { over, request, scripted, until } from './recording-for-tests.ts';

const HOUR_MS = 3_600_000;
const FILE = 'planned-recordings.json';

it('starts a recording that was planned before the host was closed', async () => {
  const { recorder, next, dataFolder, handles } = await scripted();
  const startAt = Date.now() + HOUR_MS;
  const id = await recorder.start({ ...request, startAt, note: 'at night' });
  // The plan is in the file before the answer: a host that is killed loses nothing.
  expect(await readFile(join(dataFolder, FILE), 'utf8')).toContain(id);
  await over(recorder.close());
  const after = await next();
  expect(after.running).toMatchObject([{ id, state: 'waiting', startAt, databases: ['shop'] }]);
  expect([after.missed, handles]).toEqual([[], []]);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  await until(() => expect(after.running).toMatchObject([{ id, state: 'recording' }]));
  expect(handles).toMatchObject([{ options: { note: 'at night' } }]);
  await vi.waitFor(async () => expect(await readFile(join(dataFolder, FILE), 'utf8')).not.toContain(id));
  const name = await over(after.stop(id));
  await over(after.close());
  // Started once only.
  const last = await next();
  expect([last.running, last.missed]).toEqual([[], []]);
  expect(name).toMatch(/\.rookery$/);
});

it('starts a plan once when two processes use the data folder', async () => {
  const { recorder, next, handles } = await scripted();
  const id = await recorder.start({ ...request, startAt: Date.now() + HOUR_MS });
  const other = await next();
  expect(other.running).toMatchObject([{ id, state: 'waiting' }]);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  await until(() =>
    expect([...recorder.running, ...other.running]).toMatchObject([{ id, state: 'recording' }]),
  );
  expect(handles).toHaveLength(1);
  expect([recorder.failed, other.failed, recorder.missed, other.missed]).toEqual([[], [], [], []]);
  await over(recorder.close());
  await over(other.close());
  const after = await next();
  expect([after.running, after.missed]).toEqual([[], []]);
});

it('lists one whose start passed while the host was closed, until it is dismissed', async () => {
  const { recorder, next } = await scripted();
  const startAt = Date.now() + HOUR_MS;
  const id = await recorder.start({ ...request, startAt });
  await over(recorder.close());
  vi.setSystemTime(startAt + 1);
  const missed = [
    {
      ...{ id, connectionName: 'Live: A/B', databases: ['shop'], startAt },
      reason: 'Rookery was not running at its start.',
    },
  ];
  const after = await next();
  expect([after.running, after.missed, after.counts]).toEqual([[], missed, { recording: 0, planned: 0 }]);
  await over(after.close());
  const later = await next();
  expect(later.missed).toEqual(missed);
  await later.dismiss(id);
  expect(later.missed).toEqual([]);
  expect((await next()).missed).toEqual([]);
});

it('reads plans of versions that stored whether requests are recorded', async () => {
  const { recorder, next, dataFolder } = await scripted();
  const id = await recorder.start({ ...request, startAt: Date.now() + HOUR_MS });
  await over(recorder.close());
  const file = join(dataFolder, FILE);
  await writeFile(file, (await readFile(file, 'utf8')).replace('"requests": "all"', '"requests": false'));
  expect(await readFile(file, 'utf8')).toContain('"requests": false');
  const after = await next();
  expect(after.running).toMatchObject([{ id, state: 'waiting' }]);
  await over(after.close());
});

it('lists one whose connection was removed meanwhile', async () => {
  const { recorder, next, connections } = await scripted();
  await recorder.start({ ...request, startAt: Date.now() + HOUR_MS });
  await over(recorder.close());
  connections.pop();
  const after = await next();
  expect(after.missed).toMatchObject([{ reason: 'The connection was removed.' }]);
});

it('forgets a plan that is cancelled, or whose connection is removed', async () => {
  const { recorder, next, connections } = await scripted();
  const startAt = Date.now() + HOUR_MS;
  expect(await over(recorder.stop(await recorder.start({ ...request, startAt })))).toBeNull();
  await recorder.start({ ...request, startAt });
  connections.pop();
  recorder.connectionsChanged();
  await until(() => expect(recorder.failed).toMatchObject([{ name: null }]));
  await over(recorder.close());
  const after = await next();
  expect([after.running, after.missed]).toEqual([[], []]);
});

it('plans nothing that cannot be stored', async () => {
  const { next, dataFolder } = await scripted();
  // A folder in the place of the file.
  await mkdir(join(dataFolder, FILE));
  const after = await next();
  await expect(after.start({ ...request, startAt: Date.now() + HOUR_MS })).rejects.toMatchObject({
    code: 'storage',
  });
  await until(() => expect(after.running).toEqual([]));
});

it('keeps a damaged file, and starts without plans', async () => {
  const { next, dataFolder } = await scripted();
  await writeFile(join(dataFolder, FILE), '{"schema":1,"value":[{"id":7}]}');
  const after = await next();
  expect([after.running, after.missed]).toEqual([[], []]);
  await after.start({ ...request, startAt: Date.now() + HOUR_MS });
  expect(after.counts).toEqual({ recording: 0, planned: 1 });
});

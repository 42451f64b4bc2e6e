import { expect, test } from 'vitest';
import { ServerClient } from './client.ts';
import { watchDashboard, type DashboardItem } from './cluster-dashboard.ts';
import { scriptedPort } from './ports-for-tests.ts';

type SocketItem = { kind: 'open'; socket: string } | { kind: 'text'; text: string };
const text = (value: unknown): SocketItem => ({ kind: 'text', text: JSON.stringify(value) });
const noHttp = () => {
  throw new Error('no request is expected');
};

async function collect(
  serve: (path: string, sent: AsyncIterable<string>) => AsyncIterable<SocketItem>,
  node: string | null = 'A',
): Promise<DashboardItem[]> {
  const server = new ServerClient(scriptedPort({ http: noHttp, socket: serve }), 'server');
  const items: DashboardItem[] = [];
  for await (const item of watchDashboard(server, node, new AbortController().signal)) items.push(item);
  return items;
}

async function take(sent: AsyncIterable<string>, count: number): Promise<string[]> {
  const found: string[] = [];
  for await (const command of sent) if (found.push(command) === count) break;
  return found;
}

test('requests every widget of a node and reads its figures', async () => {
  const paths: string[] = [];
  let commands: string[] = [];
  const items = await collect(async function* (path, sent) {
    paths.push(path);
    yield { kind: 'open', socket: 's1' };
    commands = await take(sent, 8);
    yield text({ Id: -1, Data: { Type: 'ServerTime' } });
    yield text({ Id: 1, Data: { Type: 'CpuUsage', ProcessCpuUsage: 2, MachineCpuUsage: 9 } });
  }, 'B');
  expect(paths).toEqual(['/cluster-dashboard/watch?node=B']);
  expect(new Set(commands.map((command) => (JSON.parse(command) as { Id: number }).Id)).size).toBe(8);
  expect(items).toEqual([
    { kind: 'open' },
    { kind: 'values', values: { 'cpu.process': 2, 'cpu.machine': 9 } },
  ]);
});

test('names a server without a tag "?"', async () => {
  const paths: string[] = [];
  // eslint-disable-next-line @typescript-eslint/require-await -- a socket is asynchronous
  await collect(async function* (path) {
    paths.push(path);
    yield { kind: 'open', socket: 's1' };
  }, null);
  expect(paths).toEqual(['/cluster-dashboard/watch?node=%3F']);
});

test('opens the socket again without a widget that the server does not know', async () => {
  const requested: string[][] = [];
  const items = await collect(async function* (_path, sent) {
    yield { kind: 'open', socket: 's1' };
    const commands = await take(sent, requested.length === 0 ? 8 : 7);
    requested.push(commands.map((command) => (JSON.parse(command) as { Type: string }).Type));
    if (requested.length === 1)
      yield text({ Type: 'Error', Exception: "System.FormatException: Could not convert ('GcInfo') to X" });
    else yield text({ Id: 1, Data: { Type: 'CpuUsage', ProcessCpuUsage: 2 } });
  });
  expect(requested[1]).not.toContain('GcInfo');
  expect(items.map(({ kind }) => kind)).toEqual(['open', 'unsupported', 'open', 'values']);
});

test('fails with the reason of the server', async () => {
  await expect(
    // eslint-disable-next-line @typescript-eslint/require-await -- a socket is asynchronous
    collect(async function* () {
      yield { kind: 'open', socket: 's1' };
      yield text({ Type: 'Error', Exception: 'Could not find node url' });
    }),
  ).rejects.toMatchObject({ code: 'unsupported', detail: 'Could not find node url' });
});

test('leaves out the pauses from before the socket was opened', async () => {
  const gc = { Type: 'GcInfo', Ephemeral: { PauseDurationsInMs: [5, 0], PauseTimePercentage: 1 } };
  const items = await collect(async function* (_path, sent) {
    yield { kind: 'open', socket: 's1' };
    await take(sent, 8);
    yield text({ Id: 8, Data: gc });
    yield text({ Id: 8, Data: gc });
  });
  expect(items.slice(1)).toEqual([
    { kind: 'values', values: { 'gc.timeShare': 1 } },
    { kind: 'values', values: { 'gc.timeShare': 1, 'gc.pause': 5 } },
  ]);
});

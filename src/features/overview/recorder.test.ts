import { afterEach, expect, test, vi } from 'vitest';
import { PortError, SANDBOX_ID } from '../../contract/index.ts';
import { ServerClient } from '../../protocol/client.ts';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import { feedFailure, feedStatus } from './feed-state.ts';
import { OverviewRecorder } from './recorder.ts';
import { reportOf, type Reporter } from './reported.ts';

type SocketItem = { kind: 'open'; socket: string } | { kind: 'text'; text: string };
type Feeds = Readonly<Record<string, () => AsyncIterable<SocketItem>>>;

const text = (value: unknown): SocketItem => ({ kind: 'text', text: JSON.stringify(value) });
const cpu = text({ Id: 1, Data: { Type: 'CpuUsage', ProcessCpuUsage: 7 } });
const server: Reporter = { sandbox: false, connectedNode: true, watchingRequests: false };
const sandbox: Reporter = { ...server, sandbox: true };

/** Yields the items and stays open. */
async function* open(...items: readonly SocketItem[]): AsyncGenerator<SocketItem> {
  yield { kind: 'open', socket: 's1' };
  yield* items;
  await new Promise(() => undefined);
}

function client(connection: string, feeds: Feeds, answers: Readonly<Record<string, unknown>> = {}) {
  const requests: string[] = [];
  const port = scriptedPort({
    http: ({ path }) => {
      requests.push(path);
      const body = answers[path.split('?')[0] ?? ''];
      return body === undefined
        ? { status: 403, body: '{"Message":"not allowed"}' }
        : { body: JSON.stringify(body) };
    },
    async *socket(path) {
      const feed = feeds[path.split('?')[0] ?? ''];
      if (!feed) throw new PortError({ code: 'unreachable', message: 'The socket was refused.' });
      yield* feed();
    },
  });
  return { server: new ServerClient(port, connection), requests };
}

const stop = () => new AbortController();

afterEach(() => {
  vi.useRealTimers();
});

test('records the dashboard feed of a server, with a request for the CPU credits alone', async () => {
  const { server: connected, requests } = client('server', {
    '/cluster-dashboard/watch': () => open(cpu),
    '/debug/queries/running/live': () => open(text([])),
  });
  const recorder = new OverviewRecorder(() => 5_000);
  const end = stop();
  recorder.start(connected, { tag: 'A', connected: true }, end.signal);
  await vi.waitFor(() => expect(recorder.history.last('queries.running')).toEqual({ at: 5_000, value: 0 }));
  await vi.waitFor(() => expect(recorder.history.last('cpu.process')).toEqual({ at: 5_000, value: 7 }));
  expect(recorder.liveFeeds).toBe(2);
  expect(feedStatus(recorder, 5_000)).toEqual({ kind: 'live' });
  expect(requests).toEqual(['/debug/cpu-credits']);
  end.abort();
});

test('reports another node by the dashboard feed alone', async () => {
  const opened: string[] = [];
  const { server: connected } = client('server', {
    '/cluster-dashboard/watch': () => {
      opened.push('dashboard');
      return open(cpu);
    },
    '/debug/queries/running/live': () => {
      opened.push('queries');
      return open(text([]));
    },
  });
  const recorder = new OverviewRecorder(() => 5_000);
  const end = stop();
  recorder.start(connected, { tag: 'B', connected: false }, end.signal);
  await vi.waitFor(() => expect(recorder.history.last('cpu.process')?.value).toBe(7));
  expect(opened).toEqual(['dashboard']);
  const other = { ...server, connectedNode: false };
  expect(reportOf(recorder, 'queries.running', other, 5_000).kind).toBe('unreported');
  end.abort();
});

test('reads the sandbox from its feeds and few requests', async () => {
  const stats = { CountOfDocuments: 1, LastDatabaseEtag: 4, Indexes: [{ Name: 'a', IsStale: true }] };
  const { server: connected, requests } = client(
    SANDBOX_ID,
    {
      '/threads-info/watch': () => open(text({ CpuUsage: 50, ProcessCpuUsage: 20, List: [] })),
      '/debug/queries/running/live': () => open(text([])),
    },
    {
      '/databases': { Databases: [{ Name: 'Shop', UpTime: '00:01:00', IndexingErrors: 3 }] },
      '/databases/Shop/stats': stats,
      '/admin/debug/memory/stats': { MemoryInformation: { WorkingSet: '1 MBytes' } },
    },
  );
  const recorder = new OverviewRecorder(() => 5_000);
  const end = stop();
  recorder.start(connected, { tag: null, connected: true }, end.signal);
  await vi.waitFor(() => expect(recorder.history.last('problems.indexingErrors')?.value).toBe(3));
  await vi.waitFor(() => expect(recorder.history.last('cpu.machine')?.value).toBe(50));
  await vi.waitFor(() => expect(recorder.history.last('memory.workingSet')?.value).toBe(1_048_576));
  expect(requests.every((path) => /^\/(databases|admin\/debug\/memory)/.test(path))).toBe(true);
  expect(recorder.requests.perMinute(5_000)).toBeGreaterThan(0);
  expect(reportOf(recorder, 'gc.pause', sandbox, 5_000)).toEqual({ kind: 'unreported' });
  expect(reportOf(recorder, 'requests.p99', sandbox, 5_000)).toEqual({ kind: 'off' });
  end.abort();
});

test('reads rates by requests where the feed cannot be opened, and shows the reason', async () => {
  const { server: connected } = client(
    'server',
    {},
    {
      '/admin/metrics': { Requests: { RequestsPerSec: { Current: 4 } } },
      '/admin/debug/memory/stats': { MemoryInformation: { WorkingSet: '2 Bytes' } },
      '/databases': { Databases: [] },
    },
  );
  const recorder = new OverviewRecorder(() => 5_000);
  const end = stop();
  recorder.start(connected, { tag: 'A', connected: true }, end.signal);
  await vi.waitFor(() => expect(recorder.history.last('requests.rate')?.value).toBe(4));
  await vi.waitFor(() => expect(recorder.history.last('memory.workingSet')?.value).toBe(2));
  expect(feedFailure(recorder)).toMatchObject({ code: 'unreachable' });
  expect(reportOf(recorder, 'cpu.process', server, 5_000)).toMatchObject({
    kind: 'failed',
    error: { code: 'unreachable' },
  });
  end.abort();
});

test('ends with a failure where all requests are refused', async () => {
  const { server: connected, requests } = client('server', {});
  const recorder = new OverviewRecorder(() => 5_000);
  const end = stop();
  recorder.start(connected, { tag: 'A', connected: true }, end.signal);
  await vi.waitFor(() => expect(recorder.sources.get('databases')?.status.kind).toBe('failed'));
  await vi.waitFor(() => expect(recorder.sources.get('load')?.status.kind).toBe('failed'));
  expect(requests.filter((path) => path.startsWith('/admin/metrics'))).toHaveLength(1);
  end.abort();
});

test('keeps the last values of a lost feed as outdated', async () => {
  let lose: () => void = () => undefined;
  let now = 5_000;
  const { server: connected } = client('server', {
    '/cluster-dashboard/watch': async function* () {
      yield { kind: 'open', socket: 's1' };
      yield cpu;
      await new Promise<void>((resolve) => (lose = resolve));
    },
    '/debug/queries/running/live': () => open(),
  });
  const recorder = new OverviewRecorder(() => now);
  const end = stop();
  recorder.start(connected, { tag: 'A', connected: true }, end.signal);
  await vi.waitFor(() =>
    expect(reportOf(recorder, 'cpu.process', server, now)).toMatchObject({ stale: false }),
  );
  lose();
  await vi.waitFor(() => expect(feedStatus(recorder, now).kind).toBe('reconnecting'));
  now = 17_000;
  expect(reportOf(recorder, 'cpu.process', server, now)).toEqual({
    kind: 'measured',
    value: 7,
    at: 5_000,
    stale: true,
  });
  end.abort();
});

test('takes a silent feed for a lost one', async () => {
  const { server: connected } = client('server', {
    '/cluster-dashboard/watch': () => open(cpu),
    '/debug/queries/running/live': () => open(),
  });
  const recorder = new OverviewRecorder(() => 5_000);
  const end = stop();
  recorder.start(connected, { tag: 'A', connected: true }, end.signal);
  await vi.waitFor(() => expect(recorder.history.last('cpu.process')?.value).toBe(7));
  expect(feedStatus(recorder, 19_000).kind).toBe('live');
  expect(feedStatus(recorder, 21_000).kind).toBe('reconnecting');
  expect(reportOf(recorder, 'cpu.process', server, 21_000)).toMatchObject({ stale: true });
  end.abort();
});

test('waits before it calls a figure unreported', async () => {
  const { server: connected } = client('server', {
    '/cluster-dashboard/watch': () => open(cpu),
    '/debug/queries/running/live': () => open(),
  });
  const recorder = new OverviewRecorder(() => 5_000);
  expect(reportOf(recorder, 'disk.free', server, 5_000)).toEqual({ kind: 'waiting' });
  const end = stop();
  recorder.start(connected, { tag: 'A', connected: true }, end.signal);
  await vi.waitFor(() => expect(recorder.liveFeeds).toBe(1));
  expect(reportOf(recorder, 'disk.free', server, 60_000)).toEqual({ kind: 'waiting' });
  expect(reportOf(recorder, 'disk.free', server, 100_000)).toEqual({ kind: 'unreported' });
  expect(reportOf(recorder, 'requests.p50', server, 100_000)).toEqual({ kind: 'off' });
  expect(reportOf(recorder, 'gc.pause', server, 100_000)).toEqual({ kind: 'none' });
  expect(reportOf(recorder, 'indexing.stale', server, 6_000)).toEqual({ kind: 'unreported' });
  end.abort();
});

test('shows the error of a feed that opens and reports no figure, and reads requests instead', async () => {
  let opened = 0;
  const { server: connected, requests } = client('server', {
    '/cluster-dashboard/watch': async function* () {
      opened++;
      yield { kind: 'open', socket: 's1' };
      await Promise.resolve();
      yield text({ Type: 'Error', Exception: 'Could not find node url' });
    },
    '/debug/queries/running/live': () => open(),
  });
  const recorder = new OverviewRecorder(() => 5_000);
  const end = stop();
  recorder.start(connected, { tag: 'A', connected: true }, end.signal);
  await vi.waitFor(() => expect(feedFailure(recorder)).toMatchObject({ detail: 'Could not find node url' }));
  await vi.waitFor(() => expect(requests).toContain('/admin/metrics'));
  expect(opened).toBe(1);
  end.abort();
});

test('keeps the requests of the fallback while the dashboard feed is tried again', async () => {
  vi.useFakeTimers();
  let attempts = 0;
  let answers = false;
  const { server: connected, requests } = client(
    'server',
    {
      '/cluster-dashboard/watch': async function* () {
        attempts++;
        if (!answers) throw new PortError({ code: 'unreachable', message: 'The socket was refused.' });
        yield* open(cpu);
      },
      '/debug/queries/running/live': () => open(text([])),
    },
    { '/databases': { Databases: [] } },
  );
  const recorder = new OverviewRecorder();
  const end = stop();
  recorder.start(connected, { tag: 'A', connected: true }, end.signal);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(attempts).toBe(3);
  expect(requests.filter((path) => path.startsWith('/admin/metrics'))).toHaveLength(1);
  expect(recorder.sources.get('load')?.status.kind).toBe('failed');
  expect(requests.filter((path) => path.startsWith('/databases')).length).toBeGreaterThan(3);
  answers = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(feedStatus(recorder, Date.now())).toEqual({ kind: 'live' });
  expect(recorder.sources.has('databases')).toBe(false);
  const sent = requests.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(sent);
  end.abort();
});

test('reports no stale indexes before the databases are known', async () => {
  const { server: connected } = client('server', {});
  const recorder = new OverviewRecorder(() => 5_000);
  const end = stop();
  recorder.start(connected, { tag: 'A', connected: true }, end.signal);
  await vi.waitFor(() => expect(recorder.sources.get('databases')?.status.kind).toBe('failed'));
  expect(recorder.sources.get('statistics')?.status.kind).toBe('connecting');
  expect(recorder.history.last('indexing.stale')).toBeNull();
  expect(reportOf(recorder, 'indexing.stale', server, 5_000).kind).toBe('failed');
  end.abort();
});

test('takes a figure for outdated that its live feed no longer reports', async () => {
  vi.useFakeTimers();
  const storage = text({ Id: 7, Data: { Type: 'StorageUsage', Items: [{ FreeSpace: 9, RavenSize: 1 }] } });
  const memory = text({ Id: 2, Data: { Type: 'MemoryUsage', WorkingSet: 5 } });
  const { server: connected } = client('server', {
    '/cluster-dashboard/watch': async function* () {
      yield* [{ kind: 'open', socket: 's1' } as const, memory, storage];
      for (;;) {
        yield cpu;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    },
    '/debug/queries/running/live': () => open(),
  });
  const recorder = new OverviewRecorder();
  const end = stop();
  recorder.start(connected, { tag: 'A', connected: true }, end.signal);
  await vi.advanceTimersByTimeAsync(20_000);
  const stale = (metric: Parameters<typeof reportOf>[1]) => {
    const reported = reportOf(recorder, metric, server, Date.now());
    return reported.kind === 'measured' && reported.stale;
  };
  expect([stale('cpu.process'), stale('memory.workingSet'), stale('disk.free')]).toEqual([
    false,
    true,
    false,
  ]);
  await vi.advanceTimersByTimeAsync(80_000);
  expect(stale('disk.free')).toBe(true);
  end.abort();
});

test('explains a running-query feed that fails, and opens it again', async () => {
  vi.useFakeTimers();
  let attempts = 0;
  const { server: connected } = client('server', {
    '/cluster-dashboard/watch': () => open(cpu),
    '/debug/queries/running/live': async function* () {
      if (attempts++ === 0) throw new PortError({ code: 'unreachable', message: 'The socket was refused.' });
      yield* open(text([]));
    },
  });
  const recorder = new OverviewRecorder();
  const end = stop();
  recorder.start(connected, { tag: 'A', connected: true }, end.signal);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reportOf(recorder, 'queries.running', server, Date.now())).toMatchObject({
    kind: 'failed',
    error: { message: 'The socket was refused.' },
  });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reportOf(recorder, 'queries.running', server, Date.now())).toMatchObject({ value: 0, stale: false });
  end.abort();
});

test('reports the first values of each source once, and again after a new start', async () => {
  const { server: connected } = client('server', {
    '/cluster-dashboard/watch': () => open(cpu, cpu),
    '/debug/queries/running/live': () => open(text([])),
  });
  const recorder = new OverviewRecorder(() => 5_000);
  let first = 0;
  recorder.onFirstValues = () => first++;
  const end = stop();
  recorder.start(connected, { tag: 'A', connected: true }, end.signal);
  await vi.waitFor(() => expect(first).toBe(2));
  end.abort();
  const again = stop();
  recorder.start(connected, { tag: 'A', connected: true }, again.signal);
  await vi.waitFor(() => expect(first).toBe(4));
  again.abort();
});

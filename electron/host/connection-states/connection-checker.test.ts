import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ConnectionState, ServerConnection } from '../../../src/contract/index.ts';
import type { CheckResult } from './check-connection.ts';
import { ConnectionChecker } from './connection-checker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const server = (id: string, part: Partial<ServerConnection> = {}): ServerConnection => ({
  kind: 'server',
  id,
  name: id,
  colour: 'blue',
  mode: 'read-only',
  url: `https://${id}.example`,
  ...part,
});

const answers = (version = '7.1'): CheckResult => ({ state: 'reachable', access: 'granted', version, ms: 5 });
const fails: CheckResult = { state: 'unreachable', message: 'refused', ms: 5 };

/** A checker whose servers answer when the test says so. */
function setUp(servers: ServerConnection[], answer: (id: string) => CheckResult | 'hangs' = () => answers()) {
  const list = [...servers];
  const started: string[] = [];
  let running = 0;
  let most = 0;
  const checker = new ConnectionChecker({
    list: () => list,
    random: () => 0,
    check: ({ id }, signal) => {
      started.push(id);
      running++;
      most = Math.max(most, running);
      return new Promise<CheckResult>((resolve, reject) => {
        const result = answer(id);
        signal.addEventListener('abort', () => reject(new Error('aborted')));
        if (result !== 'hangs') setTimeout(() => resolve(result), 10);
      }).finally(() => running--);
    },
  });
  return { checker, list, started, running: () => running, most: () => most };
}

function watch(checker: ConnectionChecker) {
  const abort = new AbortController();
  const received: ConnectionState[][] = [];
  const ended = (async () => {
    for await (const { states } of checker.watch(abort.signal)) received.push(states);
  })();
  return {
    received,
    latest: (id: string) =>
      received
        .flat()
        .filter((each) => each.id === id)
        .at(-1)?.check,
    end: async () => {
      abort.abort();
      await ended;
    },
  };
}

it('nothing is checked while no window shows the list', async () => {
  const { checker, started } = setUp([server('a')]);
  checker.connectionsChanged();
  checker.checkNow(undefined);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(started).toEqual([]);
});

it('a hundred servers are checked eight at a time, and reported together', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `s${index}`);
  const { checker, started, most } = setUp(names.map((name) => server(name)));
  const window = watch(checker);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(started).toEqual(names);
  expect(most()).toBe(8);
  expect(window.received[0]?.map(({ check }) => check)).toEqual(names.map(() => null));
  expect(new Set(window.received.slice(1).flatMap((states) => states.map(({ id }) => id)))).toEqual(
    new Set(names),
  );
  expect(window.received.length).toBeLessThan(6);
  // The next round begins after the interval of a list of this length.
  await vi.advanceTimersByTimeAsync(98_000);
  expect(started).toHaveLength(100);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(started).toHaveLength(200);
  await window.end();
});

it('servers that hang do not keep the others from being checked', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `s${index}`);
  const { checker, started } = setUp(
    names.map((name) => server(name)),
    (id) => (['s0', 's1', 's2'].includes(id) ? 'hangs' : answers()),
  );
  const window = watch(checker);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(started).toHaveLength(20);
  expect(window.latest('s19')).toMatchObject({ state: 'reachable' });
  expect(window.latest('s0')).toBeNull();
  await window.end();
});

it('the last window that leaves ends running checks, and the next one continues them', async () => {
  const hanging = { now: true };
  const { checker, started, running } = setUp([server('a')], () => (hanging.now ? 'hangs' : answers()));
  const first = watch(checker);
  const second = watch(checker);
  await vi.advanceTimersByTimeAsync(100);
  await first.end();
  expect(running()).toBe(1);
  await second.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(running()).toBe(0);
  expect(started).toEqual(['a']);
  hanging.now = false;
  const third = watch(checker);
  await vi.advanceTimersByTimeAsync(500);
  expect(third.latest('a')).toMatchObject({ state: 'reachable', version: '7.1' });
  await third.end();
});

it('the pause grows while a server fails, and a request for a check shortens it', async () => {
  const { checker, started } = setUp([server('a')], () => fails);
  const window = watch(checker);
  await vi.advanceTimersByTimeAsync(200);
  expect(window.latest('a')).toMatchObject({ state: 'unreachable', message: 'refused', failures: 1 });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(started).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(started).toHaveLength(2);
  checker.checkNow('a');
  await vi.advanceTimersByTimeAsync(200);
  expect(started).toHaveLength(3);
  expect(window.latest('a')).toMatchObject({ failures: 3 });
  // Not more often than every three seconds.
  for (let times = 0; times < 20; times++) checker.checkNow('a');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(started).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(started).toHaveLength(4);
  await window.end();
});

it('another address makes the state unknown, another name does not', async () => {
  const { checker, list, started } = setUp([server('a'), server('b')]);
  const window = watch(checker);
  await vi.advanceTimersByTimeAsync(500);
  list.splice(0, 2, server('a', { url: 'https://moved.example' }), server('b', { name: 'Renamed' }));
  checker.connectionsChanged();
  await vi.advanceTimersByTimeAsync(5);
  expect(started).toEqual(['a', 'b', 'a']);
  await vi.advanceTimersByTimeAsync(500);
  expect(window.received.flat().map(({ id, check }) => [id, check?.state])).toEqual([
    ['a', undefined],
    ['b', undefined],
    ['a', 'reachable'],
    ['b', 'reachable'],
    ['a', undefined],
    ['a', 'reachable'],
  ]);
  await window.end();
});

it('a server that was not checked is looked at again when the list changes', async () => {
  const state = { unlocked: false };
  const { checker, started } = setUp([server('a')], () =>
    state.unlocked ? answers() : { state: 'not-checked', reason: 'password' },
  );
  const window = watch(checker);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(window.latest('a')).toEqual({ state: 'not-checked', reason: 'password' });
  expect(started).toHaveLength(1);
  state.unlocked = true;
  checker.connectionsChanged();
  await vi.advanceTimersByTimeAsync(500);
  expect(window.latest('a')).toMatchObject({ state: 'reachable' });
  await window.end();
});

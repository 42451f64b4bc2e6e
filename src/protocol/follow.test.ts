import { expect, test } from 'vitest';
import { PortError } from '../contract/index.ts';
import { follow, type FeedStatus } from './follow.ts';

const pauses = { first: 1, last: 2 };

function record() {
  const states: FeedStatus['kind'][] = [];
  const items: number[] = [];
  return {
    states,
    items,
    listener: {
      onStatus: ({ kind }: FeedStatus) => states.push(kind),
      onItem: (item: number) => items.push(item),
    },
  };
}

test('opens the feed again after a break', async () => {
  const stop = new AbortController();
  const { states, items, listener } = record();
  let opened = 0;
  // eslint-disable-next-line @typescript-eslint/require-await -- a feed is asynchronous
  async function* open() {
    opened++;
    yield opened;
    if (opened === 3) stop.abort();
    if (opened === 2) throw new Error('the network is gone');
  }
  await follow(open, stop.signal, listener, pauses);
  expect(items).toEqual([1, 2, 3]);
  expect(states).toEqual(['connecting', 'live', 'reconnecting', 'live', 'reconnecting', 'live']);
});

test('fails with the reason when it never was live', async () => {
  const seen: FeedStatus[] = [];
  const refused = new Error('403');
  // eslint-disable-next-line @typescript-eslint/require-await, require-yield -- a feed that fails at once
  async function* open(): AsyncGenerator<number> {
    throw refused;
  }
  await follow(
    open,
    new AbortController().signal,
    { onStatus: (status) => seen.push(status), onItem: () => {} },
    pauses,
  );
  expect(seen).toEqual([{ kind: 'connecting' }, { kind: 'failed', error: refused }]);
});

test('a feed that ends at once is a failure too', async () => {
  const { states, listener } = record();
  // eslint-disable-next-line @typescript-eslint/require-await -- as above
  async function* open(): AsyncGenerator<number> {
    yield* [];
  }
  await follow(open, new AbortController().signal, listener, pauses);
  expect(states).toEqual(['connecting', 'failed']);
});

test('tries a server again that could not be reached at the start, and shows the reason meanwhile', async () => {
  const stop = new AbortController();
  const { states, items, listener } = record();
  let opened = 0;
  // eslint-disable-next-line @typescript-eslint/require-await -- a feed is asynchronous
  async function* open() {
    opened++;
    if (opened === 1) throw new PortError({ code: 'unreachable', message: 'down', retryable: true });
    yield opened;
    stop.abort();
  }
  await follow(open, stop.signal, listener, pauses);
  expect(items).toEqual([2]);
  expect(states).toEqual(['connecting', 'failed', 'live']);
});

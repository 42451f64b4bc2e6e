import { expect, test } from 'vitest';
import { EventStore } from '../../../charts/timeline/data.ts';
import { batchOf, type TestEvent } from '../../../charts/timeline/events-for-tests.ts';
import { JOURNAL } from '../io-kinds.ts';
import { runToEnd } from './in-slices.ts';
import { smallWritesHint } from './small-writes-hint.ts';
import { writeSizesOf } from './write-sizes.ts';

interface Writes {
  readonly count: number;
  readonly size: number;
  readonly ms: number;
  /** Between the ends of two writes, in milliseconds. */
  readonly idle?: number;
}

/** The hint for writes one after the other. */
function hintFor(...kinds: Writes[]): string | undefined {
  const events: TestEvent[] = [];
  let at = 0;
  for (const { count, size, ms, idle = 0 } of kinds)
    for (let i = 0; i < count; i++) {
      events.push({ start: at, duration: ms, size, source: 0 });
      at += ms + idle;
    }
  const store = new EventStore();
  store.add(0, JOURNAL, batchOf(events));
  const hint = smallWritesHint(runToEnd(writeSizesOf(store, [{ id: 0, shift: 0 }], { from: -1, to: 1e9 })));
  return hint && `${hint.weight}: ${hint.text}`;
}

const KB = 1024;
const many = { count: 1000, size: 4 * KB, ms: 5 };
const batches = { count: 50, size: 1024 * KB, ms: 10 };

test('computes what the same bytes take in larger writes', () => {
  expect(hintFor(many, batches)).toBe(
    'finding: 1,000 journal writes of 4 KB on average took 5 s of 5.5 s: 5 ms each, so at most 200 commits like these per second, one after the other. The 50 writes of 64 KB or more took 10 ms per MB; in such writes the same 3.91 MB would take about 39.1 ms. Save several documents with one call, or use a bulk insert, where the application can.',
  );
});

test('claims no gain where no larger writes were recorded', () => {
  expect(hintFor(many)).toBe(
    'note: 1,000 journal writes of 4 KB on average took 5 s of 5 s: 5 ms each, so at most 200 commits like these per second, one after the other. What fewer, larger commits would take is not in this recording; a disk check measures it.',
  );
});

test('is silent where batches would change little, where few writes are small, or where they take little time', () => {
  expect(hintFor(many, { count: 50, size: 64 * KB, ms: 60 })).toBeUndefined();
  expect(hintFor({ ...many, count: 199 }, batches)).toBeUndefined();
  expect(hintFor(many, { count: 400, size: 32 * KB, ms: 5 })).toBeUndefined();
  expect(hintFor({ ...many, idle: 30 }, batches)).toBeUndefined();
  expect(hintFor({ ...many, size: 0 }, batches)).toBeUndefined();
  expect(hintFor()).toBeUndefined();
});

test('counts only writes that start in the range, with the shift of their source', () => {
  const store = new EventStore();
  const write = (start: number): TestEvent => ({ start, duration: 2, size: 4 * KB, source: 0 });
  store.add(0, JOURNAL, batchOf([write(0), write(10), write(20), write(30)]));
  const sizes = runToEnd(writeSizesOf(store, [{ id: 0, shift: 100 }], { from: 105, to: 125 }));
  expect(sizes.all).toEqual({ count: 2, bytes: 8 * KB, total: 4 });
  expect(sizes.span).toBe(12);
});

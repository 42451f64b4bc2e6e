import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventStore } from './event-store.ts';
import { batchOf, eventsIn, laneOf, expectedEvents, type TestEvent } from './events-for-tests.ts';
import { BYTES_PER_EVENT, emptyBatch } from './lane-batch.ts';
import { LaneColumns } from './lane-columns.ts';
import { FANOUT } from './lane-pyramid.ts';

/** Few distinct values, so that equal events, ties and overlaps are frequent. */
const testEvents = (maxLength = 120): fc.Arbitrary<TestEvent[]> =>
  fc.array(
    fc.record({
      start: fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 10_000 })),
      duration: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 800 })),
      size: fc.integer({ min: 0, max: 20 }),
      source: fc.integer({ min: 0, max: 2 }),
    }),
    { maxLength },
  );

describe('a lane', () => {
  test('holds each event once and in order for any overlap of batches', () => {
    fc.assert(
      fc.property(fc.array(testEvents(60), { maxLength: 6 }), (batches) => {
        const lane = new LaneColumns(0, 0);
        let added = 0;
        for (const events of batches) added += lane.merge(batchOf(events));
        const expected = expectedEvents(batches.flat());
        expect(eventsIn(lane)).toEqual(expected);
        expect(added).toBe(expected.length);
        // The feature's number stays with its event.
        expected.forEach(({ size }, row) => expect(lane.rows.extra[row]).toBe(size * 3));
      }),
    );
  });

  test('visits exactly the events that overlap the window, in order', () => {
    fc.assert(
      fc.property(
        testEvents(300),
        fc.integer({ min: 0, max: 10_000 }),
        fc.integer({ min: 0, max: 3000 }),
        (events, from, width) => {
          const lane = laneOf(events);
          const visited: number[] = [];
          lane.visit(from, from + width, (row) => {
            visited.push(row);
            return true;
          });
          const expected = eventsIn(lane).flatMap(({ start, duration }, row) =>
            start <= from + width && start + duration >= from ? [row] : [],
          );
          expect(visited).toEqual(expected);
        },
      ),
    );
  });

  test('tracks the latest end, the largest size and its place after merges and drops', () => {
    fc.assert(
      fc.property(testEvents(200), testEvents(50), fc.integer({ min: 0, max: 10_000 }), (a, b, time) => {
        const lane = laneOf(a);
        lane.merge(batchOf(b));
        lane.dropBefore(time);
        const left = expectedEvents([...a, ...b]).filter(({ start }) => start >= time);
        expect(eventsIn(lane)).toEqual(left);
        if (left.length === 0) return;
        expect(lane.pyramid.latestEnd).toBe(Math.max(...left.map(({ start, duration }) => start + duration)));
        expect(lane.pyramid.largestSize).toBe(Math.max(...left.map(({ size }) => size)));
        for (let block = 0; block * FANOUT < lane.length; block++) {
          const place = lane.pyramid.peaks[block] ?? Number.NaN;
          const within = left.slice(block * FANOUT, (block + 1) * FANOUT).map(({ size }) => size);
          expect(within[place]).toBe(Math.max(...within));
        }
      }),
    );
  });

  test('needs less than 40 bytes per event, also while growing', () => {
    const lane = new LaneColumns(0, 0);
    for (let round = 0; round < 400; round++) {
      const batch = emptyBatch(500);
      for (let i = 0; i < 500; i++) batch.start[i] = round * 500 + i;
      lane.merge(batch);
    }
    expect(lane.length).toBe(200_000);
    expect(lane.bytes / lane.length).toBeLessThanOrEqual(40);
    expect(BYTES_PER_EVENT).toBe(28);
  });
});

describe('a store', () => {
  test('drops the oldest events across all lanes, and reports since when it is complete', () => {
    const store = new EventStore(1000);
    for (let round = 0; round < 30; round++)
      for (let kind = 0; kind < 2; kind++)
        store.add(
          0,
          kind,
          batchOf(
            Array.from({ length: 50 }, (_, i) => ({
              start: round * 100 + i * 2 + kind,
              duration: 1,
              size: 1,
              source: 0,
            })),
          ),
        );
    expect(store.count).toBeLessThanOrEqual(1020);
    expect(store.count).toBeGreaterThan(900);
    expect(store.count + store.dropped).toBe(3000);
    for (const lane of store.all()) expect(lane.start(0)).toBeGreaterThanOrEqual(store.completeSince ?? NaN);
  });

  test('keeps an aggregated span once and removes a group completely', () => {
    const store = new EventStore();
    const span = { start: 1, end: 5, size: 10, source: 0, note: 0 };
    expect(store.addFolded(3, 1, span)).toBe(true);
    expect(store.addFolded(3, 1, { ...span })).toBe(false);
    store.add(3, 0, batchOf([{ start: 9, duration: 1, size: 4, source: 0 }]));
    expect(store.extent()).toEqual({ from: 1, to: 10 });
    store.removeGroup(3);
    expect(store.count).toBe(0);
    expect(store.folded(3, 1)).toEqual([]);
  });
});

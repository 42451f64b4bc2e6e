import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventStore } from '../../../charts/timeline/data.ts';
import { batchOf, expectedEvents, type TestEvent } from '../../../charts/timeline/events-for-tests.ts';
import { FLUSH, JOURNAL, SYNC } from '../io-kinds.ts';
import { BusyTimes } from './busy-times.ts';
import { diskOf } from './disk-of.ts';
import { hintsOf } from './hints.ts';
import { runToEnd, inSlices } from './in-slices.ts';
import { statisticsOf } from './io-statistics.ts';
import { Durations } from './percentiles.ts';
import { differenceOfShares } from './share-difference.ts';
import {
  attributeStalls,
  concurrentKinds,
  type AttributedGroup,
  type ConcurrentKind,
} from './stall-attribution.ts';
import { writeSizesOf } from './write-sizes.ts';

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

const nearestRank = (values: readonly number[], p: number): number =>
  [...values].sort((a, b) => a - b)[Math.max(0, Math.ceil(p * values.length) - 1)] ?? 0;

const ranges = fc
  .record({ from: fc.integer({ min: -100, max: 9000 }), width: fc.integer({ min: 1, max: 12_000 }) })
  .map(({ from, width }) => ({ from, to: from + width }));

describe('percentiles', () => {
  test('are the nearest rank, as computed by sorting', () => {
    fc.assert(
      fc.property(
        fc.array(fc.float({ min: 0, max: 1e6, noNaN: true }).map(Math.abs), { maxLength: 300 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, p) => {
          const durations = new Durations();
          for (const value of values) durations.add(value);
          expect(durations.percentile(p)).toBe(nearestRank(values, p));
        },
      ),
    );
  });

  test('puts every value into exactly one histogram bin', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 200 })), (values) => {
        const durations = new Durations();
        for (const value of values) durations.add(value);
        const bounds = [0, 1, 10, 100, 1000];
        const expected = bounds
          .slice(0, -1)
          .map((low, i) => values.filter((value) => value >= low && value < (bounds[i + 1] ?? 0)).length);
        expect(durations.histogram(bounds)).toEqual(expected);
      }),
    );
  });
});

test('computes statistics equal to a naive count, with shifted clocks', () => {
  fc.assert(
    fc.property(
      testEvents(),
      testEvents(),
      ranges,
      fc.integer({ min: -300, max: 300 }),
      (a, b, range, shift) => {
        const store = new EventStore();
        store.add(0, JOURNAL, batchOf(a));
        store.add(1, JOURNAL, batchOf(b));
        const [journal] = runToEnd(
          statisticsOf(
            store,
            [
              { id: 0, shift: 0 },
              { id: 1, shift },
            ],
            range,
          ),
        );
        const inside = [
          ...expectedEvents(a),
          ...expectedEvents(b).map((event) => ({ ...event, start: event.start + shift })),
        ].filter(({ start }) => start >= range.from && start < range.to);
        const durations = inside.map(({ duration }) => duration);
        expect(journal).toMatchObject({
          count: inside.length,
          bytes: inside.reduce((sum, { size }) => sum + size, 0),
          total: durations.reduce((sum, each) => sum + each, 0),
          p50: nearestRank(durations, 0.5),
          p95: nearestRank(durations, 0.95),
          p99: nearestRank(durations, 0.99),
          max: Math.max(0, ...durations),
        });
      },
    ),
  );
});

test('computes overlaps equal to those of the original periods', () => {
  const stretches = fc.array(
    fc
      .record({ from: fc.integer({ min: 0, max: 60 }), width: fc.integer({ min: 1, max: 9 }) })
      .map(({ from, width }) => ({ from, to: from + width })),
    { maxLength: 10 },
  );
  fc.assert(
    fc.property(
      stretches,
      fc.integer({ min: -5, max: 70 }),
      fc.integer({ min: 0, max: 20 }),
      (busy, from, width) => {
        const times = new BusyTimes(busy);
        let covered = 0;
        for (let at = from; at < from + width; at++)
          if (busy.some((each) => each.from <= at && each.to > at)) covered++;
        expect(times.overlap(from, from + width)).toBe(covered);
        const inside = busy.some((each) => each.from <= from && each.to > from);
        expect(times.touches(from, from + width)).toBe(width === 0 ? inside : covered > 0);
      },
    ),
  );
});

describe('stall attribution', () => {
  const groups: readonly AttributedGroup[] = [
    { id: 0, shift: 0, disk: '/' },
    { id: 1, shift: 50, disk: '/' },
    { id: 2, shift: 0, disk: 'D:' },
  ];
  const lanes = fc.array(testEvents(30), { minLength: 9, maxLength: 9 });

  test('equals a comparison of every write with every flush and sync', () => {
    fc.assert(
      fc.property(
        lanes,
        ranges,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 300 }),
        (all, range, timesMedian, atLeastMs) => {
          const store = new EventStore();
          const events = (group: number, kind: number): readonly TestEvent[] =>
            expectedEvents(all[group * 3 + kind] ?? []);
          for (const { id } of groups)
            for (const kind of [0, 1, 2]) store.add(id, kind, batchOf(events(id, kind)));
          const found = runToEnd(attributeStalls(store, groups, range, { timesMedian, atLeastMs }));

          const writes = groups.flatMap((group) =>
            events(group.id, JOURNAL).flatMap(({ start, duration, size }) => {
              const from = start + group.shift;
              return from >= range.from && from < range.to
                ? [{ group, from, to: from + duration, duration, size }]
                : [];
            }),
          );
          const threshold = Math.max(
            atLeastMs,
            timesMedian *
              nearestRank(
                writes.map(({ duration }) => duration),
                0.5,
              ),
          );
          const concurrent = (write: (typeof writes)[number]): readonly ConcurrentKind[] =>
            concurrentKinds.filter((each) =>
              groups.some((group) => {
                const own = group.id === write.group.id;
                if (own !== each.startsWith('own') || group.disk !== write.group.disk) return false;
                return events(group.id, each.endsWith('Sync') ? SYNC : FLUSH).some(({ start, duration }) => {
                  const from = start + group.shift;
                  const to = from + duration;
                  if (to <= from) return false;
                  return write.from === write.to
                    ? from <= write.from && to > write.from
                    : from < write.to && to > write.from;
                });
              }),
            );
          const slow = writes.filter(({ duration }) => duration >= threshold);
          expect([found.writes, found.slow, found.threshold]).toEqual([
            writes.length,
            slow.length,
            threshold,
          ]);
          for (const figure of found.figures) {
            const is = (write: (typeof writes)[number]): boolean =>
              figure.concurrent === 'any'
                ? concurrent(write).length > 0
                : figure.concurrent === 'none'
                  ? concurrent(write).length === 0
                  : concurrent(write).includes(figure.concurrent);
            const durations = writes.filter(is).map(({ duration }) => duration);
            expect([figure.writes, figure.slow, figure.p50, figure.max], figure.concurrent).toEqual([
              durations.length,
              slow.filter(is).length,
              nearestRank(durations, 0.5),
              Math.max(0, ...durations),
            ]);
          }
          const worst = slow
            .map(({ duration }) => duration)
            .sort((a, b) => b - a)
            .slice(0, 10);
          expect(found.worst.map(({ duration }) => duration)).toEqual(worst);
        },
      ),
      { numRuns: 150 },
    );
  });

  const event = (start: number, duration: number): TestEvent => ({ start, duration, size: 4096, source: 0 });

  /** `slowWith` of a hundred writes during a sync are slow, `slowWithout` of a hundred others. */
  function storm(slowWith: number, slowWithout: number, pairs = 100): EventStore {
    const store = new EventStore();
    const writes: TestEvent[] = [];
    const syncs: TestEvent[] = [];
    for (let i = 0; i < pairs; i++) {
      syncs.push(event(i * 1000, 400));
      writes.push(event(i * 1000 + 10, (i * 100) / pairs < slowWith ? 100 : 1));
      writes.push(event(i * 1000 + 500, (i * 100) / pairs < slowWithout ? 100 : 1));
    }
    store.add(0, JOURNAL, batchOf(writes));
    store.add(0, SYNC, batchOf(syncs));
    return store;
  }
  const extent = { from: -1, to: 1e9 };
  const hintsFor = (store: EventStore): string => {
    const one: AttributedGroup[] = [{ id: 0, shift: 0, disk: '/' }];
    const attribution = runToEnd(attributeStalls(store, one, extent, { timesMedian: 4, atLeastMs: 5 }));
    const sizes = runToEnd(writeSizesOf(store, one, extent));
    const hints = hintsOf(attribution, runToEnd(statisticsOf(store, one, extent)), sizes);
    return hints.map(({ id, weight, text }) => `${id}/${weight}: ${text}`).join('\n');
  };

  test('reports that syncs slow down writes', () => {
    expect(hintsFor(storm(40, 2))).toMatch(
      /sync\/finding: \d+ of \d+ slow writes \(95 %\) overlap a sync: writes are slow in 40 % of cases .* and in 2\.0 % otherwise\. .*another path/,
    );
  });

  test('does not report it when writes without overlap are equally slow', () => {
    const said = hintsFor(storm(30, 30, 400));
    expect(said).toMatch(/sync\/note: .*syncs do not explain the slow writes/);
    expect(said).not.toMatch(/another path/);
  });

  test('does not report it for a few writes', () => {
    expect(hintsFor(storm(40, 0, 10))).toMatch(/sync\/note: .*too few to show an effect/);
  });

  test('reports when nothing was slow, and when slow writes overlap nothing', () => {
    expect(hintsFor(storm(0, 0))).toMatch(/calm\/finding: None of the 200/);
    expect(hintsFor(storm(0, 30))).toMatch(/alone\/finding: 30 of 30 slow writes \(100 %\) overlap neither/);
  });
});

test('classifies a difference of shares as few, unclear, none or clear', () => {
  expect(differenceOfShares(5, 10, 0, 500).confidence).toBe('few');
  expect(differenceOfShares(1, 100, 2, 100).confidence).toBe('few');
  expect(differenceOfShares(10, 40, 6, 40).confidence).toBe('unclear');
  expect(differenceOfShares(10, 100, 12, 100).confidence).toBe('none');
  expect(differenceOfShares(50, 100, 5, 100).confidence).toBe('clear');
  expect(differenceOfShares(0, 0, 0, 0).confidence).toBe('few');
});

test('derives the disk from a path where possible', () => {
  expect(diskOf('c:\\RavenDB\\Databases\\shop')).toBe('C:');
  expect(diskOf('\\\\nas\\ravendb\\shop')).toBe('\\\\nas\\ravendb');
  expect(diskOf('/var/lib/ravendb/Databases/shop')).toBe('/');
});

test('stops a long calculation when it is aborted', async () => {
  function* forever(): Generator<undefined, never> {
    for (;;) yield;
  }
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 30);
  await expect(inSlices(forever(), abort.signal)).rejects.toThrow(/abort/i);
});

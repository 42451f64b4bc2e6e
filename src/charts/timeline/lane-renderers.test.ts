import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchOf, eventsIn, laneOf, type TestEvent } from './events-for-tests.ts';
import { paintLargest } from './lane-pixels.ts';
import { laneShapes } from './lane-shapes.ts';
import { gapsBetween, PauseList } from './pauses.ts';
import { TimeScale } from './time-scale.ts';

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

const WIDTH = 160;
const views = fc
  .record({ from: fc.integer({ min: -200, max: 9000 }), width: fc.integer({ min: 1, max: 12_000 }) })
  .map(({ from, width }) => ({ from, to: from + width }));
const pauseLists = fc
  .array(fc.record({ from: fc.integer({ min: 0, max: 9000 }), width: fc.integer({ min: 10, max: 400 }) }), {
    maxLength: 6,
  })
  .map((list) => {
    const sorted = [...list].sort((a, b) => a.from - b.from);
    const kept: { from: number; to: number }[] = [];
    for (const { from, width } of sorted)
      if (from > (kept.at(-1)?.to ?? -1)) kept.push({ from, to: from + width });
    return new PauseList(kept);
  });

/** The expected pixels, computed event by event. */
function naivePixels(events: readonly { start: number; duration: number; size: number }[], scale: TimeScale) {
  const sizes = new Array<number>(WIDTH).fill(0);
  for (const { start, duration, size } of events) {
    const first = Math.floor(scale.x(start));
    const last = Math.max(first, Math.ceil(scale.x(start + duration)) - 1);
    for (let x = 0; x < WIDTH; x++) if (x >= first && x <= last) sizes[x] = Math.max(sizes[x] ?? 0, size + 1);
  }
  return sizes;
}

test('draws the same with dense pixels and sparse shapes: the largest event wins each pixel', () => {
  fc.assert(
    fc.property(testEvents(400), views, pauseLists, (events, view, pauses) => {
      const lane = laneOf(events);
      const scale = new TimeScale(view, WIDTH, pauses);
      const expected = naivePixels(eventsIn(lane), scale);
      const dense = new Float64Array(WIDTH);
      paintLargest(lane, scale, 0, dense);
      expect([...dense]).toEqual(expected);

      const sparse = new Array<number>(WIDTH).fill(0);
      for (const { x, width, size } of laneShapes(lane, scale, 0))
        for (let at = Math.max(0, x); at < Math.min(WIDTH, x + width); at++) sparse[at] = size + 1;
      expect(sparse).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test('draws no event coarsely that is not there, and the largest one', () => {
  fc.assert(
    fc.property(testEvents(400), views, pauseLists, (events, view, pauses) => {
      const lane = laneOf(events);
      const scale = new TimeScale(view, WIDTH, pauses);
      const exact = new Float64Array(WIDTH);
      paintLargest(lane, scale, 0, exact);
      const coarse = new Float64Array(WIDTH);
      paintLargest(lane, scale, 0, coarse, true);
      expect([...coarse].filter((size, x) => size > (exact[x] ?? 0))).toEqual([]);
      if (view.from < 0 && view.to > 12_000) expect(Math.max(...coarse)).toBe(Math.max(...exact));
    }),
    { numRuns: 300 },
  );
});

test('draws most pixels of a crowded lane exactly also when it is drawn coarsely', () => {
  const events = Array.from({ length: 20_000 }, (_, i) => ({
    ...{ start: i * 3, duration: 1, size: (i * 7919) % 1000, source: 0 },
  }));
  const scale = new TimeScale({ from: 0, to: 60_000 }, WIDTH);
  const [exact, coarse] = [false, true].map((isCoarse) => {
    const sizes = new Float64Array(WIDTH);
    paintLargest(laneOf(events), scale, 0, sizes, isCoarse);
    return sizes;
  });
  const different = exact?.filter((size, x) => size !== coarse?.[x]).length ?? WIDTH;
  expect(different).toBeLessThan(WIDTH / 5);
});

test('draws a lane that grew and lost its oldest events like one that was read at once', () => {
  fc.assert(
    fc.property(
      fc.array(testEvents(150), { minLength: 1, maxLength: 4 }),
      views,
      fc.integer({ min: -1, max: 6000 }),
      (batches, view, oldest) => {
        const lane = laneOf([]);
        for (const events of batches) lane.merge(batchOf(events));
        lane.dropBefore(oldest);
        const scale = new TimeScale(view, WIDTH);
        const sizes = new Float64Array(WIDTH);
        paintLargest(lane, scale, 0, sizes);
        expect([...sizes]).toEqual(naivePixels(eventsIn(lane), scale));
      },
    ),
    { numRuns: 300 },
  );
});

test('draws a moment at the edge of a pause from inside the pause too', () => {
  const lane = laneOf([{ start: 0, duration: 0, size: 0, source: 0 }]);
  const scale = new TimeScale({ from: 1, to: 2 }, WIDTH, new PauseList([{ from: 0, to: 10 }]));
  expect(laneShapes(lane, scale, 0)).toEqual([{ x: 0, width: 1, size: 0, row: 0 }]);
});

test('moves the drawing by a shift like a moved window', () => {
  fc.assert(
    fc.property(testEvents(80), views, fc.integer({ min: -500, max: 500 }), (events, view, shift) => {
      const lane = laneOf(events);
      const shifted = new Float64Array(WIDTH);
      paintLargest(lane, new TimeScale(view, WIDTH), shift, shifted);
      const moved = new Float64Array(WIDTH);
      paintLargest(
        laneOf(events.map((event) => ({ ...event, start: event.start + shift }))),
        new TimeScale(view, WIDTH),
        0,
        moved,
      );
      expect([...shifted]).toEqual([...moved]);
    }),
  );
});

test('folds pauses monotonically, and unfolds to the original time', () => {
  fc.assert(
    fc.property(pauseLists, fc.array(fc.integer({ min: -100, max: 12_000 })), (list, times) => {
      const sorted = [...times].sort((a, b) => a - b);
      sorted.forEach((time, i) => {
        const folded = list.fold(time);
        const previous = sorted[i - 1];
        if (previous !== undefined) expect(folded).toBeGreaterThanOrEqual(list.fold(previous));
        expect(list.fold(list.unfold(folded))).toBeCloseTo(folded, 6);
        const inPause = list.pauses.some(({ from, to }) => time >= from && time < to);
        if (!inPause) expect(list.unfold(folded)).toBeCloseTo(time, 6);
        // Computed the simple way: the remaining time after each pause.
        const removed = list.pauses.reduce(
          (sum, { from, to }) => sum + Math.max(0, Math.min(time, to) - from),
          0,
        );
        expect(folded).toBeCloseTo(time - removed, 6);
      });
    }),
  );
});

test('finds exactly the gaps over the threshold that nothing touches', () => {
  const spans = fc.array(
    fc
      .record({ from: fc.integer({ min: 0, max: 300 }), width: fc.integer({ min: 0, max: 30 }) })
      .map(({ from, width }) => ({ from, to: from + width })),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(spans, fc.integer({ min: 1, max: 40 }), (busy, threshold) => {
      const gaps = gapsBetween(busy, threshold);
      const first = Math.min(...busy.map(({ from }) => from));
      const last = Math.max(...busy.map(({ to }) => to));
      const free: { from: number; to: number }[] = [];
      for (let time = first; time < last; time++) {
        if (busy.some(({ from, to }) => from < time + 1 && to > time)) continue;
        // An event without length still splits a gap.
        const previous = free.at(-1);
        const parted = busy.some(({ from, to }) => from === time && to === time);
        if (previous?.to === time && !parted) free[free.length - 1] = { from: previous.from, to: time + 1 };
        else free.push({ from: time, to: time + 1 });
      }
      expect(gaps).toEqual(free.filter(({ from, to }) => to - from > threshold));
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PauseList } from './pauses.ts';
import { axisTicks } from './time-axis.ts';
import { TimeScale } from './time-scale.ts';
import { fitAll, widthOf } from './view-window.ts';

const views = fc
  .record({
    from: fc.integer({ min: 0, max: 2_000_000_000_000 }),
    width: fc.integer({ min: 1, max: 1_000_000_000 }),
  })
  .map(({ from, width }) => ({ from, to: from + width }));

describe('the window of time', () => {
  test('keeps the time under the pointer fixed while zooming, with and without pauses', () => {
    fc.assert(
      fc.property(
        views,
        fc.integer({ min: 0, max: 1000 }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        fc.boolean(),
        (view, x, factor, folded) => {
          const middle = (view.from + view.to) / 2;
          const pauses = folded
            ? new PauseList([{ from: middle, to: middle + widthOf(view) / 4 }])
            : PauseList.none;
          const scale = new TimeScale(view, 1000, pauses);
          const zoomed = new TimeScale(scale.zoomed(x, factor), 1000, pauses);
          // Doubles resolve today's times to a quarter of a microsecond, which is more than a pixel at high zoom.
          const step = 2 ** (Math.floor(Math.log2(Math.max(1, view.to))) - 52);
          expect(Math.abs(zoomed.x(scale.time(x)) - x)).toBeLessThan(0.5 + (4 * step) / zoomed.msPerPixel);
        },
      ),
    );
  });

  test('shows the full extent, and a default range without events', () => {
    const all = fitAll({ from: 1000, to: 2000 });
    expect(all.from).toBeLessThan(1000);
    expect(all.to).toBeGreaterThan(2000);
    expect(widthOf(fitAll({ from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }))).toBeGreaterThan(
      0,
    );
  });

  test('moves the minimum distance to reveal a time', () => {
    const scale = new TimeScale({ from: 0, to: 10 }, 100);
    expect(scale.revealed(5)).toEqual({ from: 0, to: 10 });
    expect(scale.revealed(100)).toEqual({ from: 95, to: 105 });
  });

  test('has visible ticks at every width from microseconds to years', () => {
    for (let width = 0.01; width < 1e11; width *= 3) {
      const from = Date.UTC(2026, 4, 1, 12);
      const ticks = axisTicks(new TimeScale({ from, to: from + width }, 960), true);
      expect(ticks.length, `width ${width}`).toBeGreaterThan(0);
      for (const { time } of ticks) {
        expect(time).toBeGreaterThanOrEqual(from - 0.001);
        expect(time).toBeLessThanOrEqual(from + width + 0.001);
      }
    }
  });

  test('has the same ticks on a high-resolution screen', () => {
    const view = { from: Date.UTC(2026, 4, 1, 12), to: Date.UTC(2026, 4, 1, 12, 0, 1) };
    const ticks = axisTicks(new TimeScale(view, 960), true);
    expect(axisTicks(new TimeScale(view, 1920), true, 2)).toEqual(ticks);
  });

  test('has ticks on both sides of a folded pause, without overlapping labels', () => {
    const from = Date.UTC(2026, 4, 1, 12);
    const pauses = new PauseList([{ from: from + 10_000, to: from + 3_610_000 }]);
    const scale = new TimeScale({ from, to: from + 3_620_000 }, 960, pauses);
    const ticks = axisTicks(scale, true);
    expect(ticks.some(({ time }) => time < from + 10_000)).toBe(true);
    expect(ticks.some(({ time }) => time > from + 3_610_000)).toBe(true);
    const places = ticks.map(({ time }) => scale.x(time));
    for (let i = 1; i < places.length; i++)
      expect((places[i] ?? 0) - (places[i - 1] ?? 0)).toBeGreaterThan(60);
  });
});

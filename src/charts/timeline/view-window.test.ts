import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { axisTicks } from './time-axis.ts';
import { fitAll, reveal, timeAt, widthOf, xOf, zoomAt } from './view-window.ts';

const view = fc
  .record({
    from: fc.integer({ min: 0, max: 2_000_000_000_000 }),
    width: fc.integer({ min: 1, max: 1_000_000_000 }),
  })
  .map(({ from, width }) => ({ from, to: from + width }));

describe('the window of time', () => {
  test('keeps the time under the pointer where it is while zooming', () => {
    fc.assert(
      fc.property(
        view,
        fc.integer({ min: 0, max: 1000 }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (window, x, factor) => {
          const time = timeAt(window, x, 1000);
          const zoomed = zoomAt(window, time, factor);
          expect(xOf(zoomed, time, 1000)).toBeCloseTo(x, 0);
        },
      ),
    );
  });

  test('shows everything, and something when there is nothing', () => {
    const all = fitAll(1000, 2000);
    expect(all.from).toBeLessThan(1000);
    expect(all.to).toBeGreaterThan(2000);
    expect(widthOf(fitAll(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY))).toBeGreaterThan(0);
  });

  test('moves only as far as it must to reveal a time', () => {
    expect(reveal({ from: 0, to: 10 }, 5)).toEqual({ from: 0, to: 10 });
    expect(reveal({ from: 0, to: 10 }, 100)).toEqual({ from: 95, to: 105 });
  });

  test('has ticks inside it at every width from microseconds to years', () => {
    for (let width = 0.01; width < 1e11; width *= 3) {
      const from = Date.UTC(2026, 4, 1, 12);
      const ticks = axisTicks({ from, to: from + width }, 960, true);
      expect(ticks.length, `width ${width}`).toBeGreaterThan(0);
      for (const { time } of ticks) {
        expect(time).toBeGreaterThanOrEqual(from - 0.001);
        expect(time).toBeLessThanOrEqual(from + width + 0.001);
      }
    }
  });
});

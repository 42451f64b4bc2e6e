import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatServerDate, parseServerDate } from './server-date.ts';

describe('server dates', () => {
  test('keep the digits below a millisecond', () => {
    const a = parseServerDate('2026-05-01T10:20:30.1234567Z');
    const b = parseServerDate('2026-05-01T10:20:30.1230000Z');
    expect(a - b).toBeCloseTo(0.4567, 3);
    expect(parseServerDate('2026-05-01T10:20:30Z')).toBe(Date.UTC(2026, 4, 1, 10, 20, 30));
    expect(parseServerDate('2026-05-01T12:20:30.5+02:00')).toBe(Date.UTC(2026, 4, 1, 10, 20, 30, 500));
  });

  test('reject invalid dates, and the one that means never', () => {
    for (const text of ['', 'tomorrow', '2026-05-01', '0', '0001-01-01T00:00:00.0000000'])
      expect(parseServerDate(text)).toBeNaN();
  });

  test('round-trip within a microsecond', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 4e12, noNaN: true }), (ms) => {
        expect(Math.abs(parseServerDate(formatServerDate(ms)) - ms)).toBeLessThan(0.001);
      }),
    );
  });
});

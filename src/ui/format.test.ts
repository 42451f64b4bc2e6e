import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatCompact,
  formatCount,
  formatDateTime,
  formatMs,
  pluralize,
  pluralNoun,
} from './format.ts';

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [1, '1 B'],
    [1023, '1,023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1_048_575, '1 MB'],
    [5_256_000, '5.01 MB'],
    [123_456_789, '118 MB'],
    [-2048, '−2 KB'],
    [2 ** 60, '1,024 PB'],
  ])('formats %d bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('shows a dash for NaN', () => {
    expect(formatBytes(Number.NaN)).toBe('–');
  });
});

describe('formatMs', () => {
  it.each([
    [0, '0 ms'],
    [0.0004, '< 1 µs'],
    [0.35, '350 µs'],
    [0.9996, '1 ms'],
    [12.44, '12.4 ms'],
    [999.6, '1 s'],
    [3210, '3.21 s'],
    [59_949, '59.9 s'],
    [59_960, '1 min'],
    [252_000, '4 min 12 s'],
    [3_600_000, '1 h'],
    [7_500_000, '2 h 5 min'],
    [273_600_000, '3 d 4 h'],
    [-5, '−5 ms'],
  ])('formats %d ms as %s', (ms, text) => {
    expect(formatMs(ms)).toBe(text);
  });
});

describe('counts', () => {
  it('groups digits and uses the singular only for one', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
    expect(formatCompact(1_234_567)).toBe('1.23M');
    expect(pluralize(1, 'document')).toBe('1 document');
    expect(pluralize(0, 'item')).toBe('0 items');
    expect(pluralize(1234, 'item')).toBe('1,234 items');
    expect(pluralize(1, 'property', 'properties')).toBe('1 property');
    expect(pluralize(2, 'property', 'properties')).toBe('2 properties');
    expect([pluralNoun(1, 'result'), pluralNoun(12, 'result')]).toEqual(['result', 'results']);
  });
});

describe('formatDateTime', () => {
  it('reads the server’s seven digits as UTC, with and without a zone', () => {
    expect(formatDateTime('2026-11-21T09:34:46.8470848Z', { utc: true })).toBe('2026-11-21 09:34:46 UTC');
    expect(formatDateTime('2026-11-21T09:34:46.8470848', { utc: true })).toBe('2026-11-21 09:34:46 UTC');
  });

  it('shows local time otherwise', () => {
    const local = new Date(2026, 0, 2, 3, 4, 5);
    expect(formatDateTime(local)).toBe('2026-01-02 03:04:05');
    expect(formatDateTime(local.getTime())).toBe('2026-01-02 03:04:05');
  });

  it('returns an invalid date unchanged', () => {
    expect(formatDateTime('soon')).toBe('soon');
    expect(formatDateTime(Number.NaN)).toBe('–');
  });
});

describe('formatAgo', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  it.each([
    [now - 2000, 'just now'],
    [now - 12_000, '12 s ago'],
    [now - 200_000, '3 min ago'],
    [now - 7_300_000, '2 h ago'],
    [now + 3 * 86_400_000, 'in 3 d'],
  ])('%d', (moment, text) => {
    expect(formatAgo(moment, now)).toBe(text);
  });
});

import { describe, expect, it } from 'vitest';
import { shortDate } from './short-date.ts';

describe('shortDate', () => {
  it('drops trailing zeros and converts nothing', () => {
    expect(shortDate('2025-10-29T23:52:01.7150000Z')).toBe('2025-10-29 23:52:01 Z');
    expect(shortDate('2025-10-29T23:52:00.0000000')).toBe('2025-10-29 23:52');
    expect(shortDate('2025-10-29T00:00:00.0000000Z')).toBe('2025-10-29');
    expect(shortDate('2025-10-29T08:00:00+02:00')).toBe('2025-10-29 08:00+02:00');
  });
  it('ignores other texts', () => {
    for (const text of ['2025-10-29', 'orders/1-A', '', '2025-10-29T23'])
      expect(shortDate(text)).toBeUndefined();
  });
});

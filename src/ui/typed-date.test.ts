import { describe, expect, it } from 'vitest';
import { datePresets, readTypedDate, relativeTime, toFieldText, toServerDate } from './typed-date.ts';

const HOUR = 3_600_000;

describe('readTypedDate', () => {
  it('parses local time', () => {
    const local = new Date(2026, 11, 31, 18, 30).getTime();
    for (const typed of ['2026-12-31 18:30', ' 2026-12-31T18:30 ', '2026-12-31 18:30:00'])
      expect(readTypedDate(typed)).toEqual({ kind: 'date', ms: local });
    expect(readTypedDate('2026-12-31')).toEqual({ kind: 'date', ms: new Date(2026, 11, 31).getTime() });
  });

  it('parses UTC and offsets', () => {
    const utc = Date.UTC(2026, 11, 31, 18, 30);
    expect(readTypedDate('2026-12-31T18:30:00.0000000Z')).toEqual({ kind: 'date', ms: utc });
    expect(readTypedDate('2026-12-31 20:30+02:00')).toEqual({ kind: 'date', ms: utc });
    expect(readTypedDate('2026-12-31 13:30 -0500')).toEqual({ kind: 'date', ms: utc });
  });

  it('rejects anything else with a reason', () => {
    for (const typed of [
      'tomorrow',
      '31.12.2026',
      '2026-02-31',
      '2026-13-01',
      '2026-00-10',
      '2026-01-01 24:00',
      '2026-01-01 10:61',
      '2026-1',
      '20',
    ]) {
      const read = readTypedDate(typed);
      expect(read.kind, typed).toBe('unreadable');
      if (read.kind === 'unreadable') expect(read.reason).toContain(typed);
    }
    expect(readTypedDate('  ')).toEqual({ kind: 'empty' });
  });

  it('parses what the field shows', () => {
    for (const ms of [new Date(2026, 0, 2, 3, 4).getTime(), new Date(2026, 6, 2, 13, 4, 5).getTime()])
      expect(readTypedDate(toFieldText(ms))).toEqual({ kind: 'date', ms });
  });
});

describe('toServerDate', () => {
  it('formats UTC with seven digits', () => {
    expect(toServerDate(Date.UTC(2026, 0, 2, 3, 4, 5, 67))).toBe('2026-01-02T03:04:05.0670000Z');
  });
});

describe('words', () => {
  const now = Date.UTC(2026, 0, 10);
  it('formats the distance', () => {
    expect(relativeTime(now + 72 * HOUR, now)).toBe('in 3 days');
    expect(relativeTime(now - 2 * HOUR, now)).toBe('2 hours ago');
    expect(relativeTime(now + 30 * 24 * HOUR, now)).toBe('in 30 days');
    expect(relativeTime(now + 400 * 24 * HOUR, now)).toBe('in 13 months');
    expect(relativeTime(now + 30_000, now)).toBe('in less than a minute');
  });
});

describe('presets', () => {
  const now = new Date(2026, 1, 27, 22, 15, 30).getTime();
  it.each([
    ['In 1 hour', new Date(2026, 1, 27, 23, 15, 30)],
    ['Tomorrow 00:00', new Date(2026, 1, 28)],
    ['In 1 year', new Date(2027, 1, 27, 22, 15, 30)],
  ])('%s', (label, expected) => {
    expect(datePresets.find((each) => each.label === label)?.at(now)).toBe(expected.getTime());
  });
});

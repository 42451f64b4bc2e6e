import { describe, expect, it } from 'vitest';
import {
  dateInText,
  datesProblem,
  jobState,
  whenDue,
  whyNothing,
  withDate,
  withTypedDates,
} from './document-dates.ts';

const HOUR = 3_600_000;
const now = Date.UTC(2026, 0, 10);
const everyMinute = jobState({ enabled: true, frequencySeconds: 60, maxItems: null });

describe('whenDue', () => {
  it('names the next run and its frequency', () => {
    expect(whenDue('archive', now + 72 * HOUR, now, everyMinute)).toBe(
      'In 3 days, at the next run after that (the server checks every minute).',
    );
    expect(
      whenDue(
        'expire',
        now + HOUR,
        now,
        jobState({ enabled: true, frequencySeconds: 129_600, maxItems: 50 }),
      ),
    ).toBe(
      'In 1 hour, at the next run after that (the server checks every 36 hours, at most 50 documents each time).',
    );
  });
  it('says what happens at once to a date in the past', () => {
    expect(whenDue('expire', now - HOUR, now, jobState(undefined))).toBe(
      'In the past (1 hour ago): deleted at the next run.',
    );
    expect(whenDue('refresh', now - HOUR, now, everyMinute)).toContain('refreshed at the next run (');
  });
  it('promises no run where the job is off', () => {
    expect(whenDue('expire', now - HOUR, now, jobState(null))).toBe('In the past (1 hour ago).');
    expect(whenDue('expire', now + HOUR, now, jobState(null))).toBe('In 1 hour.');
  });
});

it('says that nothing happens while the feature is off, and nothing about unknown settings', () => {
  expect(whyNothing('expire', jobState(null))).toBe(
    'Document expiration was never switched on in this database: nothing will happen at that time.',
  );
  expect(whyNothing('refresh', jobState({ enabled: false, frequencySeconds: 60, maxItems: null }))).toContain(
    'Document refresh is switched off',
  );
  expect(whyNothing('archive', everyMinute)).toBeUndefined();
  expect(whyNothing('archive', jobState(undefined))).toBeUndefined();
});

it('writes each typed date into its own member and leaves the others', () => {
  const text = '{\n    "@metadata": {\n        "@expires": "2027-01-01T00:00:00.0000000Z"\n    }\n}';
  expect(withTypedDates(text, { archive: '2026-05-01T10:00Z', refresh: 'soon', expire: '' })).toBe(
    '{\n    "@metadata": {\n        "@archive-at": "2026-05-01T10:00:00.0000000Z"\n    }\n}',
  );
  expect(withDate('{', 'archive', null)).toBe('{');
});

it('names the date that cannot be saved', () => {
  expect(datesProblem({ archive: '2026-05-01' })).toBeUndefined();
  expect(datesProblem({ refresh: 'soon' })).toMatch(/^Refresh: "soon" is not a date/);
});

it('reads what the text holds, and what the server makes of it', () => {
  const at = (json: string) => dateInText(`{"@metadata":{"@expires":${json}}}`, 'expire');
  expect(at('"2026-05-01T10:00:00.0000000Z"')).toEqual({ kind: 'date', ms: Date.UTC(2026, 4, 1, 10) });
  expect(at('5')).toMatchObject({ kind: 'unreadable', reason: expect.stringContaining('ignores') as string });
  expect(at('"soon"')).toMatchObject({
    kind: 'unreadable',
    reason: expect.stringContaining('refuse') as string,
  });
  expect(dateInText('{}', 'expire')).toEqual({ kind: 'empty' });
});

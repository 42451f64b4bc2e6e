import { expect, it } from 'vitest';
import { frequencyText, readFrequency, retentionText, toCron, type Frequency } from './frequency.ts';

const choices: readonly (readonly [Frequency, string | null, string])[] = [
  [{ kind: 'never' }, null, 'never'],
  [{ kind: 'daily', time: '02:05' }, '5 2 * * *', 'every day at 02:05'],
  [{ kind: 'weekly', time: '23:30', weekday: 1 }, '30 23 * * 1', 'every Monday at 23:30'],
  [{ kind: 'hourly', hours: 1 }, '0 * * * *', 'every hour'],
  [{ kind: 'hourly', hours: 6 }, '0 */6 * * *', 'every 6 hours'],
  [{ kind: 'cron', text: '0 2 1 * *' }, '0 2 1 * *', '0 2 1 * *'],
];

it.each(choices)('%o is read back from its expression', (frequency, cron, text) => {
  expect(toCron(frequency)).toBe(cron);
  expect(readFrequency(cron)).toEqual(frequency);
  expect(frequencyText(cron)).toBe(text);
});

it('keeps an expression that no simple choice means', () => {
  expect(readFrequency('0 */5 * * *')).toEqual({ kind: 'cron', text: '0 */5 * * *' });
  expect(readFrequency('0  2 * * 1-5')).toEqual({ kind: 'cron', text: '0 2 * * 1-5' });
});

it('an incomplete time is no valid expression', () => {
  expect(toCron({ kind: 'daily', time: '2' })).toBe('? ? * * *');
});

it('names what retention deletes', () => {
  expect(retentionText('Shop', '/b', 7)).toBe(
    'After each backup, the server deletes backups of Shop in /b that are older than 7 days, with their files.',
  );
  expect(retentionText('Shop', '/b', null)).toContain('No backup is deleted');
});

import { expect, test } from 'vitest';
import type { Notification } from '../../../protocol/notifications.ts';
import { explainedBy, noNotifications, ordered, withChange } from './notification-list.ts';

const notification = (part: Partial<Notification>): Notification => ({
  id: 'AlertRaised/LowSwapSize',
  kind: 'alert',
  severity: 'warning',
  title: 'No swap file',
  message: '',
  database: null,
  at: 1,
  reason: 'LowSwapSize',
  details: null,
  ...part,
});

test('a newer version replaces a notification, and a dismissed one is removed', () => {
  let all = withChange(noNotifications, null, { kind: 'shown', notification: notification({}) });
  all = withChange(all, null, { kind: 'shown', notification: notification({ message: 'again' }) });
  expect(ordered(all).map(({ message }) => message)).toEqual(['again']);
  // The same id of a database is another notification.
  all = withChange(all, 'shop', { kind: 'shown', notification: notification({}) });
  all = withChange(all, null, { kind: 'removed', id: 'AlertRaised/LowSwapSize' });
  expect(ordered(all).map(({ feed }) => feed)).toEqual(['shop']);
  expect(withChange(all, null, { kind: 'open' })).toBe(all);
});

test('errors come first, then the newest', () => {
  const shown = [
    notification({ id: 'a', at: 1 }),
    notification({ id: 'b', at: 3 }),
    notification({ id: 'c', severity: 'error', at: 2 }),
    notification({ id: 'd', severity: 'info', at: 9 }),
  ].reduce((all, each) => withChange(all, null, { kind: 'shown', notification: each }), noNotifications);
  expect(ordered(shown).map(({ id }) => id)).toEqual(['c', 'b', 'a', 'd']);
});

test('names the screen with the data behind a notification', () => {
  const screen = (id: string, reason = '') =>
    explainedBy({ id, reason, kind: 'hint', at: 1, details: null })?.screen;
  expect(screen('PerformanceHint/SlowIO/shop')).toBe('io');
  expect(screen('PerformanceHint/HugeDocuments/Documents')).toBe('documents');
  expect(screen('PerformanceHint/Paging/Queries', 'Queries')).toBe('query');
  expect(screen('x', 'IndexingReferences')).toBe('indexes');
  expect(screen('AlertRaised/LowSwapSize', 'LowSwapSize')).toBeUndefined();
});

test('links a hint about slow I/O to the second of its newest slow write', () => {
  const hint = { id: 'PerformanceHint/SlowIO/shop', reason: 'SlowIO', kind: 'hint', at: 1_000 } as const;
  const write = (at: string) => ({ Path: '/data', DataWrittenInMb: 1, DurationInSec: 2, Date: at });
  const details = {
    Writes: {
      '/data/a': write('2026-03-04T05:06:07.2500000Z'),
      '/data/b': write('2026-03-04T05:06:02.0000000Z'),
      '/data/c': write('soon'),
    },
  };
  expect(explainedBy({ ...hint, details })).toEqual({
    screen: 'io',
    label: 'Open the I/O timeline',
    params: { at: String(Date.parse('2026-03-04T05:06:07.250Z')) },
  });
  for (const unknown of [null, { Writes: {} }, { Writes: [] }, 'text'])
    expect(explainedBy({ ...hint, details: unknown })?.params).toEqual({ at: '1000' });
  expect(explainedBy({ ...hint, at: NaN, details: null })?.params).toEqual({});
});

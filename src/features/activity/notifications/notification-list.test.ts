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
  const screen = (id: string, reason = '') => explainedBy({ id, reason, kind: 'hint' })?.screen;
  expect(screen('PerformanceHint/SlowIO/shop')).toBe('io');
  expect(screen('PerformanceHint/HugeDocuments/Documents')).toBe('documents');
  expect(screen('PerformanceHint/Paging/Queries', 'Queries')).toBe('query');
  expect(screen('x', 'IndexingReferences')).toBe('indexes');
  expect(screen('AlertRaised/LowSwapSize', 'LowSwapSize')).toBeUndefined();
});

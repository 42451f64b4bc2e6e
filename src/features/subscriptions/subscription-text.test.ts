import { expect, it } from 'vitest';
import type { Subscription, SubscriptionConnection } from '../../protocol/subscriptions.ts';
import { countText } from './list/matching-count.tsx';
import { subscriptionForTests } from './subscription-for-tests.ts';
import { filterSubscriptions, stateOf, subscriptionsAsCsv, workersText } from './subscription-text.ts';

const worker: SubscriptionConnection = {
  client: '10.0.0.7:5000',
  strategy: 'OpenIfFree',
  workerId: 'w1',
  connectedAt: 0,
  endedAt: Number.NaN,
  documents: 1,
  lastAcknowledged: Number.NaN,
  exception: null,
};
const with_ = (part: Partial<Subscription>) => subscriptionForTests(part);

it('names the state by what the server reports', () => {
  expect(stateOf(with_({})).text).toBe('Idle');
  expect(stateOf(with_({ connections: [worker] })).text).toBe('Active');
  expect(stateOf(with_({ pending: [worker] })).text).toBe('Waiting');
  expect(stateOf(with_({ disabled: true, connections: [worker] })).text).toBe('Disabled');
  expect(stateOf(with_({ connections: [{ ...worker, exception: 'boom' }] }))).toMatchObject({
    tone: 'danger',
    text: 'Error',
    title: 'boom',
  });
});

it('filters by every text that is shown', () => {
  const all = [
    with_({ name: 'billing' }),
    with_({ name: 'b', query: 'from Companies' }),
    with_({ name: 'c', connections: [worker] }),
    with_({ name: 'd', disabled: true }),
  ];
  const found = (filter: string) => filterSubscriptions(all, filter).map(({ name }) => name);
  expect(found('  ')).toHaveLength(4);
  expect(found('BILL')).toEqual(['billing']);
  expect(found('companies')).toEqual(['b']);
  expect(found('10.0.0.7')).toEqual(['c']);
  expect(found('disabled')).toEqual(['d']);
});

it('writes a table with exact moments', () => {
  const csv = subscriptionsAsCsv(
    [with_({ connections: [worker, worker], lastAcknowledged: Date.UTC(2026, 0, 2) })],
    undefined,
  );
  expect(csv.split('\r\n')[1]).toBe(
    's1,Active,2,Orders,Unknown,2026-01-02T00:00:00.000Z,,,ExcludeArchived,from Orders',
  );
});

it('names the first worker and counts the others', () => {
  expect(workersText(with_({}))).toBe('');
  expect(workersText(with_({ connections: [worker] }))).toBe('10.0.0.7:5000');
  expect(workersText(with_({ connections: [worker, worker, worker] }))).toBe('10.0.0.7:5000 and 2 others');
});

it('claims an exact count only for a test that ended by itself', () => {
  expect(countText(187, 30)).toBe('Exactly 187 match.');
  expect(countText(0, 30)).toBe('No document matches.');
  expect(countText(1024, 30)).toContain('At least 1,024');
  expect(countText(187, 15_020)).toContain('At least 187');
  expect(countText(0, 15_020)).toContain('At least 0');
});

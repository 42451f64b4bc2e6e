import { expect, test } from 'vitest';
import { readTrafficItem, type TrafficItem } from '../../../protocol/traffic.ts';
import { RequestRate } from './request-rate.ts';
import { summarizeRequests } from './request-summary.ts';

function item(elapsed: number, status = 200, members: object = {}): TrafficItem {
  const read = readTrafficItem({
    TrafficWatchType: 'Http',
    TimeStamp: '2026-01-01T00:00:00Z',
    HttpMethod: 'GET',
    ElapsedMilliseconds: elapsed,
    ResponseStatusCode: status,
    ...members,
  });
  if (!read) throw new Error('The item could not be read.');
  return read;
}

test('computes percentiles and failures of the requests', () => {
  const items = Array.from({ length: 100 }, (_, place) => item(place + 1, place < 10 ? 500 : 200));
  expect(summarizeRequests(items, 5_000)).toEqual({
    'requests.p50': 50,
    'requests.p99': 99,
    'requests.failed': 2,
  });
});

test('leaves out sockets and connections, which last as long as their client', () => {
  const items = [item(3), item(600_000, 101), item(900_000, 200, { TrafficWatchType: 'Tcp' })];
  expect(summarizeRequests(items, 1_000)).toEqual({
    'requests.p50': 3,
    'requests.p99': 3,
    'requests.failed': 0,
  });
});

test('has no percentiles without requests', () => {
  expect(summarizeRequests([], 1_000)).toEqual({ 'requests.failed': 0 });
});

test('counts the requests of the last minute', () => {
  const rate = new RequestRate(0);
  for (let second = 0; second < 30; second++) rate.count(second * 1_000);
  expect(rate.perMinute(30_000)).toBe(60);
  expect(rate.perMinute(80_000)).toBe(9);
  rate.restart(80_000);
  expect(rate.perMinute(81_000)).toBe(0);
});

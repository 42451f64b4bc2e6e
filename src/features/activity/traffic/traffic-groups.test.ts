import { expect, test } from 'vitest';
import type { TrafficItem } from '../../../protocol/traffic.ts';
import type { Arrived } from '../live/row-buffer.ts';
import { filterTraffic, groupTraffic, percentile, routeOf } from './traffic-groups.ts';

let number = 0;
const request = (part: Partial<TrafficItem>): Arrived<TrafficItem> => ({
  number: ++number,
  row: {
    at: 0,
    method: 'GET',
    path: '/databases/shop/docs?id=a',
    database: 'shop',
    status: 200,
    elapsedMs: 5,
    client: '10.0.0.1',
    certificate: null,
    info: null,
    kind: 'Documents',
    requestBytes: 0,
    responseBytes: 100,
    ...part,
  },
});

test('filters by text, duration and failure', () => {
  const rows = [request({}), request({ elapsedMs: 150, info: 'from Orders' }), request({ status: 404 })];
  const found = (text: string, slowMs = 0, failedOnly = false) =>
    filterTraffic(rows, { text, slowMs, failedOnly }).map((each) => rows.indexOf(each));
  expect(found('')).toEqual([0, 1, 2]);
  expect(found('ORDERS')).toEqual([1]);
  expect(found('', 100)).toEqual([1]);
  expect(found('', 0, true)).toEqual([2]);
});

test('a route has neither names nor parameters', () => {
  expect(routeOf({ method: 'POST', path: '/databases/my%20shop/queries?a=1' })).toBe(
    'POST /databases/*/queries',
  );
  expect(routeOf({ method: 'GET', path: '/build/version' })).toBe('GET /build/version');
});

test('groups by route, most time first, with percentiles', () => {
  const fast = Array.from({ length: 99 }, () => request({ elapsedMs: 1 }));
  const rows = [
    ...fast,
    request({ elapsedMs: 40, status: 500 }),
    request({ path: '/stats', elapsedMs: 1000 }),
  ];
  const groups = groupTraffic(rows, 'route');
  expect(groups.map(({ name }) => name)).toEqual(['GET /stats', 'GET /databases/*/docs']);
  expect(groups[1]).toMatchObject({ count: 100, failed: 1, p50: 1, p99: 1, longest: 40, totalMs: 139 });
  expect(groups[1]?.responseBytes).toBe(10_000);
});

test('groups by client and database, also unknown ones', () => {
  const rows = [request({ client: null, database: null }), request({})];
  expect(
    groupTraffic(rows, 'client')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['10.0.0.1', 'Unknown']);
  expect(
    groupTraffic(rows, 'database')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['No database', 'shop']);
});

test('a percentile is the nearest rank', () => {
  expect(percentile([], 0.5)).toBeNull();
  expect(percentile([1, 2, 3, 4], 0.5)).toBe(2);
  expect(percentile([1, 2, 3, 4], 0.99)).toBe(4);
});

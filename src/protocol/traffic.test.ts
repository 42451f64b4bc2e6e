import { expect, test } from 'vitest';
import { readTrafficItem } from './traffic.ts';

const request = {
  TrafficWatchType: 'Http',
  TimeStamp: '2026-11-23T14:53:41.9976353Z',
  DatabaseName: 'shop',
  CustomInfo: 'from Items where N > 0 limit 1',
  ClientIP: '127.0.0.1',
  CertificateThumbprint: null,
  RequestId: 3,
  HttpMethod: 'POST',
  ElapsedMilliseconds: 1475,
  ResponseStatusCode: 200,
  RequestUri: 'http://127.0.0.1:8080/databases/shop/queries?a=1',
  AbsoluteUri: 'http://127.0.0.1:8080',
  RequestSizeInBytes: 72,
  ResponseSizeInBytes: 1388,
  Type: 'Queries',
};

test('reads a request', () => {
  expect(readTrafficItem(request)).toMatchObject({
    method: 'POST',
    path: '/databases/shop/queries?a=1',
    database: 'shop',
    status: 200,
    elapsedMs: 1475,
    client: '127.0.0.1',
    certificate: null,
    info: 'from Items where N > 0 limit 1',
    kind: 'Queries',
    responseBytes: 1388,
  });
});

test('reads placeholders as unknown', () => {
  const read = readTrafficItem({ ...request, DatabaseName: 'N/A', CustomInfo: 'N/A', Type: null });
  expect(read).toMatchObject({ database: null, info: null, kind: 'Other' });
});

test('reads a TCP connection of a client', () => {
  const read = readTrafficItem({
    TrafficWatchType: 'Tcp',
    TimeStamp: '2026-11-23T14:53:41.9976353Z',
    DatabaseName: 'shop',
    Operation: 'Subscription',
    Source: '127.0.0.1:5000',
  });
  expect(read).toMatchObject({ method: 'TCP', path: 'Subscription', client: '127.0.0.1:5000', kind: 'TCP' });
});

test('an unknown shape is not a request', () => {
  for (const raw of [null, [], 'x', {}, { TimeStamp: 5 }]) expect(readTrafficItem(raw)).toBeUndefined();
});

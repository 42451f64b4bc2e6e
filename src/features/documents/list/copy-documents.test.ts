import { expect, test } from 'vitest';
import type { HttpRequest } from '../../../contract/index.ts';
import { ServerClient } from '../../../protocol/client.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { cloneDocuments, cloneId } from './copy-documents.ts';

test('clones get ids that the server completes', () => {
  expect(cloneId('orders/1-A')).toBe('orders/');
  expect(cloneId('users/ada/2')).toBe('users/ada/');
  expect(cloneId('settings')).toBe('settings/');
});

test('clones are written in one transaction, with exact numbers and without the metadata of the server', async () => {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return request.method === 'GET'
        ? {
            body: '{"Results":[{"n":1.50,"@metadata":{"@id":"orders/1-A","@collection":"Orders","@change-vector":"A:1"}}]}',
          }
        : { body: '{"Results":[]}' };
    },
  });
  const db = new ServerClient(port, 'sandbox').database('Shop');
  expect(await cloneDocuments(db, ['orders/1-A'])).toBe(1);
  const sent = String(requests[1]?.body);
  expect(sent).toContain('"Id":"orders/"');
  expect(sent).toContain('1.50');
  expect(sent).not.toContain('@change-vector');
});

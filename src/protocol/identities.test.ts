import { expect, it } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { ServerClient } from './client.ts';
import { getIdentities, identityName, setNextIdentityValue } from './identities.ts';
import { scriptedPort } from './ports-for-tests.ts';

function database(body: string) {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return { body };
    },
  });
  return { db: new ServerClient(port, 'server').database('Shop'), requests };
}

it('lists identities by name, without members of other types', async () => {
  const { db } = database('{"orders|":4,"invoices|":10,"@metadata":{"NodeTag":"A"}}');
  expect(await getIdentities(db)).toEqual([
    { name: 'invoices|', value: 10 },
    { name: 'orders|', value: 4 },
  ]);
});

it('seeds one below the next value and returns what the server kept', async () => {
  const { db, requests } = database('{"NewSeedValue":41}');
  expect(await setNextIdentityValue(db, 'invoices', 10, { lower: false })).toBe(42);
  const url = new URL(`http://x${requests[0]?.path ?? ''}`);
  expect([requests[0]?.method, url.pathname]).toEqual(['POST', '/databases/Shop/identity/seed']);
  expect([...url.searchParams].filter(([name]) => name !== 'raft-request-id')).toEqual([
    ['name', 'invoices|'],
    ['value', '9'],
    ['force', 'false'],
  ]);
});

it('completes a name', () => {
  expect([identityName(' a '), identityName('a|'), identityName(' ')]).toEqual(['a|', 'a|', '']);
});

import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { getIdentity, missingWriteRight, type Identity } from './identity.ts';
import { scriptedPort } from './ports-for-tests.ts';

const ask = (status: number, body: string) =>
  getIdentity(new ServerClient(scriptedPort({ http: () => ({ status, body }) }), 'c'));

it('reads the identity of a certificate, and none of an anonymous caller', async () => {
  const body = '{"Name":"ann","SecurityClearance":"ValidUser","Permissions":{"Shop":"Read"},"New":1}';
  expect(await ask(200, body)).toEqual({
    name: 'ann',
    clearance: 'ValidUser',
    permissions: new Map([['Shop', 'Read']]),
    thumbprint: null,
    hasTwoFactor: false,
  });
  expect(await ask(200, '{"Name":"ann","Thumbprint":"AB","HasTwoFactor":true}')).toMatchObject({
    thumbprint: 'AB',
    hasTwoFactor: true,
  });
  expect(await ask(204, '')).toBeNull();
  expect(await ask(200, '{"SecurityClearance":7,"Permissions":"all"}')).toEqual({
    name: '',
    clearance: 'unknown',
    permissions: new Map(),
    thumbprint: null,
    hasTwoFactor: false,
  });
});

it.each<[string, Record<string, string>, string | null, string | undefined]>([
  ['ValidUser', { Shop: 'Read' }, 'shop', 'may only read shop'],
  ['ValidUser', { Shop: 'ReadWrite' }, 'Shop', undefined],
  ['ValidUser', { Shop: 'Admin' }, 'Shop', undefined],
  ['ValidUser', { Shop: 'Newer' }, 'Shop', undefined],
  ['ValidUser', {}, 'Shop', 'no rights on Shop'],
  ['ValidUser', { Shop: 'Admin' }, null, 'requires Operator'],
  ['Operator', {}, null, undefined],
  ['ClusterNode', {}, 'Shop', undefined],
  ['Unheard', {}, 'Shop', undefined],
])('clearance %s with %j on %s', (clearance, permissions, database, words) => {
  const identity: Identity = {
    name: 'ann',
    clearance,
    permissions: new Map(Object.entries(permissions)),
    thumbprint: null,
    hasTwoFactor: false,
  };
  const reason = missingWriteRight(identity, database);
  if (words === undefined) expect(reason).toBeUndefined();
  else expect(reason).toContain(words);
});

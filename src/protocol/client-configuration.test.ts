import { expect, it } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { getClientConfiguration, setClientConfiguration } from './client-configuration.ts';
import { ServerClient } from './client.ts';
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

it('reads the configuration of the database alone, from its record', async () => {
  const { db, requests } = database(
    '{"DatabaseName":"Shop","Client":{"Etag":5,"Disabled":false,"ReadBalanceBehavior":"RoundRobin","IdentityPartsSeparator":7,"Later":1}}',
  );
  expect(await getClientConfiguration(db)).toEqual({
    Etag: 5,
    Disabled: false,
    ReadBalanceBehavior: 'RoundRobin',
    IdentityPartsSeparator: null,
    Later: 1,
  });
  expect(requests[0]?.path).toBe('/databases/Shop/admin/record');
  expect(await getClientConfiguration(database('{"DatabaseName":"Shop","Client":null}').db)).toBeNull();
});

it('writes members of newer servers back, without the number of the version, after a confirmation', async () => {
  const { db, requests } = database('');
  await setClientConfiguration(db, { Etag: 5, Disabled: false, MaxNumberOfRequestsPerSession: 40, Later: 1 });
  expect(requests[0]).toMatchObject({ method: 'PUT', confirm: true });
  expect(requests[0]?.path).toMatch(/^\/databases\/Shop\/admin\/configuration\/client\?raft-request-id=/);
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    Disabled: false,
    MaxNumberOfRequestsPerSession: 40,
    Later: 1,
  });
});

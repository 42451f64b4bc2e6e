/** Against answers of RavenDB 7.1.5. */
import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { getConflictResolution } from './conflict-resolution.ts';
import { scriptedPort } from './ports-for-tests.ts';

const read = (answer: { status?: number; body?: string }) =>
  getConflictResolution(new ServerClient(scriptedPort({ http: () => answer }), 'server').database('Shop'));

it('reads the scripts by collection', async () => {
  const body = JSON.stringify({
    ResolveToLatest: false,
    ResolveByCollection: {
      Orders: { Script: 'return docs[1];', LastModifiedTime: '2026-11-23T15:10:30.8284649Z' },
      Notes: { Script: 'return docs[0];', LastModifiedTime: 7 },
    },
  });
  expect(await read({ body })).toEqual({
    toLatest: false,
    scripts: [
      { collection: 'Notes', script: 'return docs[0];', changedAt: null },
      { collection: 'Orders', script: 'return docs[1];', changedAt: '2026-11-23T15:10:30.8284649Z' },
    ],
  });
});

it('is null without a configuration, and reads an empty one', async () => {
  expect(await read({ status: 404 })).toBeNull();
  expect(await read({ body: '{"ResolveByCollection":null}' })).toEqual({ toLatest: true, scripts: [] });
});

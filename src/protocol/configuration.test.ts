import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../contract/index.ts';
import { ServerClient } from './client.ts';
import {
  getDataArchival,
  getDocumentsCompression,
  getExpiration,
  getRefresh,
  setDataArchival,
  setDocumentsCompression,
  setExpiration,
  setRefresh,
} from './configuration.ts';
import { scriptedPort } from './ports-for-tests.ts';

function database(answer: { status?: number; body?: string }) {
  const requests: HttpRequest[] = [];
  const port = scriptedPort({
    http: (request) => {
      requests.push(request);
      return answer;
    },
  });
  return { db: new ServerClient(port, 'sandbox').database('Shop'), requests };
}

describe('documents compression', () => {
  it('returns null when not configured', async () => {
    expect(await getDocumentsCompression(database({ status: 404 }).db)).toBeNull();
  });

  it('reads the configuration', async () => {
    const body = '{"Collections":["Orders"],"CompressAllCollections":false,"CompressRevisions":true}';
    expect(await getDocumentsCompression(database({ body }).db)).toEqual({
      collections: ['Orders'],
      allCollections: false,
      revisions: true,
    });
  });

  it('writes the documented format', async () => {
    const { db, requests } = database({ body: '{"RaftCommandIndex":5}' });
    await setDocumentsCompression(db, { collections: ['Orders'], allCollections: false, revisions: true });
    expect(requests[0]?.path).toMatch(
      /^\/databases\/Shop\/admin\/documents-compression\/config\?raft-request-id=[0-9a-f-]{36}$/,
    );
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      Collections: ['Orders'],
      CompressAllCollections: false,
      CompressRevisions: true,
    });
  });

  it('passes on a licence refusal', async () => {
    const body = JSON.stringify({
      Type: 'Raven.Client.Exceptions.Commercial.LicenseLimitException',
      Message: 'Your current license (None) does not allow documents compression',
    });
    const refused = setDocumentsCompression(database({ status: 402, body }).db, {
      collections: [],
      allCollections: true,
      revisions: false,
    });
    await expect(refused).rejects.toMatchObject({ status: 402, type: 'LicenseLimitException' });
  });
});

describe('data archival', () => {
  it('returns null when not configured', async () => {
    expect(await getDataArchival(database({ status: 404 }).db)).toBeNull();
  });

  it('does not mistake an unknown database for a missing configuration', async () => {
    const body = '{"Type":"Error","Message":"Database Shop does not exist"}';
    await expect(getDataArchival(database({ status: 404, body }).db)).rejects.toThrow('does not exist');
  });

  it('reads a server without an item limit', async () => {
    expect(
      await getDataArchival(database({ body: '{"Disabled":true,"ArchiveFrequencyInSec":null}' }).db),
    ).toEqual({
      enabled: false,
      frequencySeconds: null,
      maxItems: null,
    });
  });

  it('writes the documented format', async () => {
    const { db, requests } = database({ body: '{"RaftCommandIndex":5}' });
    await setDataArchival(db, { enabled: true, frequencySeconds: 90, maxItems: null });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      Disabled: false,
      ArchiveFrequencyInSec: 90,
      MaxItemsToProcess: null,
    });
  });
});

describe('expiration and refresh', () => {
  it('read their own frequency, and tolerate members of other types', async () => {
    const expiration = '{"Disabled":false,"DeleteFrequencyInSec":129600,"MaxItemsToProcess":7}';
    expect(await getExpiration(database({ body: expiration }).db)).toEqual({
      enabled: true,
      frequencySeconds: 129_600,
      maxItems: 7,
    });
    const refresh = '{"Disabled":true,"RefreshFrequencyInSec":"often","DeleteFrequencyInSec":5}';
    expect(await getRefresh(database({ body: refresh }).db)).toEqual({
      enabled: false,
      frequencySeconds: null,
      maxItems: null,
    });
    expect(await getExpiration(database({ status: 404 }).db)).toBeNull();
  });

  it('write the documented format; expiration waits for a confirmation', async () => {
    const wanted = { enabled: true, frequencySeconds: null, maxItems: 5 };
    const { db, requests } = database({ body: '{"RaftCommandIndex":5}' });
    await setExpiration(db, wanted);
    await setRefresh(db, { ...wanted, enabled: false });
    expect(requests.map(({ path }) => path.replace(/\?.*/, ''))).toEqual([
      '/databases/Shop/admin/expiration/config',
      '/databases/Shop/admin/refresh/config',
    ]);
    expect(requests.map(({ body }) => JSON.parse(body ?? '') as unknown)).toEqual([
      { Disabled: false, DeleteFrequencyInSec: null, MaxItemsToProcess: 5 },
      { Disabled: true, RefreshFrequencyInSec: null, MaxItemsToProcess: 5 },
    ]);
    expect(requests.map(({ confirm }) => confirm)).toEqual([true, undefined]);
  });
});

/** Settings, identities and the state of a database on a real server: set ROOKERY_TEST_RAVENDB_URL to one without certificates. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDeleteCollection } from './by-query.ts';
import { getClientConfiguration, setClientConfiguration } from './client-configuration.ts';
import { ServerClient } from './client.ts';
import { getCollectionStats } from './collections.ts';
import { getConflictResolution } from './conflict-resolution.ts';
import { getExpiration, getRefresh, setExpiration, setRefresh } from './configuration.ts';
import { followOperation } from './database-operations.ts';
import { disableDatabase, enableDatabase, getDatabaseInfo, setLockMode } from './databases.ts';
import { countDueDocuments } from './document-jobs.ts';
import { putDocument } from './documents.ts';
import { countRevisionsByCollection, startEnforceRevisions } from './enforce-revisions.ts';
import { getIdentities, setNextIdentityValue } from './identities.ts';
import { directPort } from './ports-for-tests.ts';
import { setRevisionsConfiguration } from './revisions.ts';

const setting: unknown = import.meta.env.ROOKERY_TEST_RAVENDB_URL;
const url = typeof setting === 'string' && setting !== '' ? setting : undefined;

describe.skipIf(url === undefined)('settings of a real server (ROOKERY_TEST_RAVENDB_URL)', () => {
  const server = new ServerClient(directPort(url ?? ''), 'real');
  const name = `rookery-settings-${Date.now()}`;
  const db = server.database(name);
  const follow = { signal: new AbortController().signal, onProgress: () => undefined, everyMs: 50 };

  // The first database of a fresh server takes long.
  beforeAll(
    () =>
      server.send('PUT', '/admin/databases', {
        query: { name, replicationFactor: 1 },
        json: { DatabaseName: name },
      }),
    60_000,
  );
  afterAll(() =>
    server.send('DELETE', '/admin/databases', { json: { DatabaseNames: [name], HardDelete: true } }),
  );

  it('accepts intervals of 36 hours, and shorter ones only with a licence', async () => {
    expect(await getExpiration(db)).toBeNull();
    const long = { enabled: true, frequencySeconds: 129_600, maxItems: 7 };
    await setExpiration(db, long);
    await setRefresh(db, long);
    expect([await getExpiration(db), await getRefresh(db)]).toEqual([long, long]);
    const short = { ...long, frequencySeconds: null };
    for (const [write, read] of [
      [setExpiration, getExpiration],
      [setRefresh, getRefresh],
    ] as const) {
      const outcome = await write(db, short).then(
        () => 'written' as const,
        (thrown: unknown) => thrown,
      );
      if (outcome !== 'written')
        expect(outcome).toMatchObject({
          status: 402,
          message: expect.stringContaining('36 hours') as string,
        });
      expect(await read(db)).toEqual(outcome === 'written' ? short : long);
    }
  });

  it('counts documents past a date without an index', async () => {
    for (const year of [2001, 2002, 2999])
      await putDocument(
        db,
        `due/${year}`,
        `{"@metadata":{"@collection":"Due","@archive-at":"${year}-01-01T00:00:00.0000000Z"}}`,
        { kind: 'absent' },
      );
    expect(await countDueDocuments(db, 'archive')).toMatchObject({ due: 2, complete: true });
    expect(await countDueDocuments(db, 'archive', { collection: 'Due' })).toMatchObject({ due: 2 });
    expect(await countDueDocuments(db, 'archive', { collection: 'None' })).toMatchObject({ due: 0 });
    expect(await countDueDocuments(db, 'refresh')).toMatchObject({ due: 0 });
  });

  it('raises the next value of an identity, and lowers it only on request', async () => {
    expect(await setNextIdentityValue(db, 'invoices', 100, { lower: false })).toBe(100);
    expect(await setNextIdentityValue(db, 'invoices|', 50, { lower: false })).toBe(100);
    expect(await setNextIdentityValue(db, 'invoices|', 50, { lower: true })).toBe(50);
    expect(await getIdentities(db)).toEqual([{ name: 'invoices|', value: 49 }]);
    const { id } = await putDocument(db, 'invoices|', '{"@metadata":{"@collection":"Invoices"}}', {
      kind: 'anything',
    });
    expect(id).toBe('invoices/50');
  });

  it('stores a client configuration that is not applied without a licence', async () => {
    expect(await getClientConfiguration(db)).toBeNull();
    await setClientConfiguration(db, { Disabled: true, ReadBalanceBehavior: 'RoundRobin' });
    expect(await getClientConfiguration(db)).toMatchObject({
      Disabled: true,
      ReadBalanceBehavior: 'RoundRobin',
    });
  });

  it('reads conflict resolution', async () => {
    expect(await getConflictResolution(db)).toBeNull();
    await server.send('POST', '/admin/replication/conflicts/solver', {
      query: { name },
      json: { ResolveToLatest: false, ResolveByCollection: { Notes: { Script: 'return docs[0];' } } },
    });
    expect(await getConflictResolution(db)).toMatchObject({
      toLatest: false,
      scripts: [{ collection: 'Notes', script: 'return docs[0];' }],
    });
  });

  it('enforces limits of revisions, and deletes those of a collection without a rule', async () => {
    const off = { Disabled: false };
    await setRevisionsConfiguration(db, { Collections: { Limited: off, Removed: off, Kept: off } });
    for (const text of ['1', '2', '3'])
      for (const collection of ['Limited', 'Removed', 'Kept'])
        await putDocument(
          db,
          `${collection}/1`,
          `{"Text":${text},"@metadata":{"@collection":"${collection}"}}`,
          { kind: 'anything' },
        );
    await setRevisionsConfiguration(db, {
      Collections: { Limited: { Disabled: false, MinimumRevisionsToKeep: 1 }, Kept: { Disabled: true } },
    });
    const end = await followOperation(db, await startEnforceRevisions(db), follow);
    expect(end).toMatchObject({ kind: 'completed', result: { removedRevisions: 5 } });
    expect(await countRevisionsByCollection(db)).toEqual([
      { collection: 'Kept', revisions: 3 },
      { collection: 'Limited', revisions: 1 },
    ]);
  });

  it.each(["O'Brien", 'Back\\slash', '@empty'])(
    'deletes the documents of %s together',
    async (collection) => {
      const metadata = collection === '@empty' ? {} : { '@collection': collection };
      for (const id of ['x/1', 'x/2'])
        await putDocument(db, id, JSON.stringify({ '@metadata': metadata }), { kind: 'anything' });
      const end = await followOperation(db, await startDeleteCollection(db, collection), follow);
      expect(end).toMatchObject({ kind: 'completed', result: { total: 2 } });
      expect((await getCollectionStats(db)).collections).toContainEqual({ name: collection, documents: 0 });
    },
  );

  it('disables, enables and locks a database', async () => {
    await disableDatabase(server, name);
    expect(await getDatabaseInfo(server, name)).toMatchObject({ disabled: true, lockMode: 'unlocked' });
    await expect(getIdentities(db)).rejects.toMatchObject({ status: 503 });
    await enableDatabase(server, name);
    await setLockMode(server, name, 'deletes-refused');
    expect(await getDatabaseInfo(server, name)).toMatchObject({
      disabled: false,
      lockMode: 'deletes-refused',
    });
    await setLockMode(server, name, 'unlocked');
    await expect(enableDatabase(server, `${name}-none`)).rejects.toThrow('changed nothing');
  });
});

import {
  ConfigureDataArchivalOperation,
  ConfigureExpirationOperation,
  ConfigureRefreshOperation,
  GetConnectionStringsOperation,
  GetDatabaseSettingsOperation,
  PutConnectionStringOperation,
  PutDatabaseSettingsOperation,
  RavenConnectionString,
  RemoveConnectionStringOperation,
  UpdateDocumentsCompressionConfigurationOperation,
} from 'ravendb';
import { expect } from 'vitest';
import { User } from './entities.ts';
import { raw } from './raw.ts';
import { topic, environment } from './environment/topic.ts';

/** The environment `ravendb` shows what a server without a licence allows; the sandbox allows everything. */
const unlicensed = environment === 'ravendb';

topic('settings', ({ store, test }) => {
  const { maintenance } = store;
  /**
   * Allowed in the sandbox; a server without a licence refuses it with 402, except for some time after its first
   * start.
   */
  const allowedWithLicence = async (asked: () => Promise<unknown>, word: RegExp): Promise<boolean> => {
    if (!unlicensed) {
      await asked();
      return true;
    }
    try {
      await asked();
      return true;
    } catch (error) {
      expect(error).toMatchObject({
        name: 'LicenseLimitException',
        message: expect.stringMatching(word) as string,
      });
      return false;
    }
  };
  const read = async (name: string): Promise<unknown> => {
    const answer = await raw(store, 'GET', `/${name}/config`);
    return answer.text === '' ? null : answer.json();
  };

  test('sets and reads expiration', async () => {
    await maintenance.send(
      new ConfigureExpirationOperation({ disabled: false, deleteFrequencyInSec: 129_601 }),
    );
    expect(await read('expiration')).toMatchObject({ Disabled: false, DeleteFrequencyInSec: 129_601 });
    await maintenance.send(
      new ConfigureExpirationOperation({ disabled: true, deleteFrequencyInSec: 129_601 }),
    );
    expect(await read('expiration')).toMatchObject({ Disabled: true });
  });

  test('sets expiration more often than every 36 hours', async () => {
    const often = new ConfigureExpirationOperation({ disabled: false, deleteFrequencyInSec: 1 });
    const allowed = await allowedWithLicence(() => maintenance.send(often), /expiration frequency/);
    if (!allowed) return;
    const session = store.openSession();
    const user = new User('passing', 1);
    await session.store(user, 'users/passing');
    session.advanced.getMetadataFor(user)['@expires'] = new Date(Date.now() - 1000).toISOString();
    await session.saveChanges();
    await expect
      .poll(() => store.openSession().load('users/passing'), { timeout: 15_000, interval: 200 })
      .toBeNull();
  });

  test('sets and reads refresh', async () => {
    await maintenance.send(
      new ConfigureRefreshOperation({ disabled: false, refreshFrequencyInSec: 129_601 }),
    );
    expect(await read('refresh')).toMatchObject({ Disabled: false, RefreshFrequencyInSec: 129_601 });
  });

  test('sets refresh more often than every 36 hours', async () => {
    const often = new ConfigureRefreshOperation({ disabled: false, refreshFrequencyInSec: 1 });
    const allowed = await allowedWithLicence(() => maintenance.send(often), /refresh frequency/);
    if (!allowed) return;
    const session = store.openSession();
    const user = new User('refreshed', 1);
    await session.store(user, 'users/refreshed');
    const metadata = session.advanced.getMetadataFor(user);
    metadata['@refresh'] = new Date(Date.now() - 1000).toISOString();
    await session.saveChanges();
    const before = session.advanced.getChangeVectorFor(user);
    const now = async (): Promise<{ changed: boolean; waiting: boolean }> => {
      const fresh = store.openSession();
      const loaded = (await fresh.load<User>('users/refreshed', User)) ?? {};
      return {
        changed: fresh.advanced.getChangeVectorFor(loaded) !== before,
        waiting: '@refresh' in fresh.advanced.getMetadataFor(loaded),
      };
    };
    await expect.poll(now, { timeout: 15_000, interval: 200 }).toEqual({ changed: true, waiting: false });
  });

  test('sets archival, and archives due documents', async () => {
    const often = new ConfigureDataArchivalOperation({ disabled: false, archiveFrequencyInSec: 1 });
    const allowed = await allowedWithLicence(() => maintenance.send(often), /archival/);
    if (!allowed) return;
    expect(await read('data-archival')).toMatchObject({ Disabled: false, ArchiveFrequencyInSec: 1 });
    const session = store.openSession();
    const user = new User('archived', 1);
    await session.store(user, 'users/archived');
    session.advanced.getMetadataFor(user)['@archive-at'] = new Date(Date.now() - 1000).toISOString();
    await session.saveChanges();
    const metadata = async (): Promise<object> => {
      const fresh = store.openSession();
      const loaded = await fresh.load<User>('users/archived', User);
      return { ...fresh.advanced.getMetadataFor(loaded ?? {}) };
    };
    await expect
      .poll(metadata, { timeout: 15_000, interval: 200 })
      .toMatchObject({ '@archived': true, '@flags': expect.stringContaining('Archived') as string });
    expect(await metadata()).not.toHaveProperty('@archive-at');
  });

  test('compresses documents, which stay readable', async () => {
    const some = new UpdateDocumentsCompressionConfigurationOperation({
      collections: ['Users'],
      compressRevisions: true,
      compressAllCollections: false,
    });
    if (!(await allowedWithLicence(() => maintenance.send(some), /compression/))) return;
    expect(await read('documents-compression')).toMatchObject({
      Collections: ['Users'],
      CompressRevisions: true,
    });
    const session = store.openSession();
    for (let i = 0; i < 300; i++)
      await session.store(
        Object.assign(new User(`user ${i}`, i), { tags: ['the same words in every one'] }),
        `users/${i}`,
      );
    await session.saveChanges();
    const off = new UpdateDocumentsCompressionConfigurationOperation({
      collections: [],
      compressRevisions: false,
    });
    await maintenance.send(off);
    const found = await store.openSession().advanced.loadStartingWith<User>('users/', { pageSize: 1000 });
    expect(found.filter(({ name }) => /^user \d+$/.test(name))).toHaveLength(300);
  });

  test('keeps connection strings', async () => {
    const other = Object.assign(new RavenConnectionString(), {
      ...{ name: 'other', database: 'shop', topologyDiscoveryUrls: ['http://127.0.0.1:1'] },
    });
    await maintenance.send(new PutConnectionStringOperation(other));
    const kept = await maintenance.send(new GetConnectionStringsOperation('other', 'Raven'));
    expect(kept.ravenConnectionStrings).toMatchObject({ other: { database: 'shop' } });
    await maintenance.send(new RemoveConnectionStringOperation(other));
    const left = await maintenance.send(new GetConnectionStringsOperation());
    expect(left.ravenConnectionStrings).toEqual({});
  });

  test('replaces the settings of the database', async () => {
    const { database } = store;
    await maintenance.send(new PutDatabaseSettingsOperation(database, { 'Indexing.MapBatchSize': '4096' }));
    const kept = await maintenance.send(new GetDatabaseSettingsOperation(database));
    expect(kept.settings).toEqual({ 'Indexing.MapBatchSize': '4096' });
  });

  test('reads missing settings as null', async () => {
    const answer = await raw(store, 'GET', '/revisions/config');
    expect([200, 404]).toContain(answer.status);
    expect(answer.text === '' ? null : answer.json()).toBeNull();
  });
});

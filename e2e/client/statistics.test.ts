import {
  DatabaseHealthCheckOperation,
  GetCollectionStatisticsOperation,
  GetDetailedCollectionStatisticsOperation,
  GetDetailedStatisticsOperation,
  GetEssentialStatisticsOperation,
  GetStatisticsOperation,
} from 'ravendb';
import { beforeAll, expect } from 'vitest';
import { Order, User } from './entities.ts';
import { serverUrl, topic } from './environment/topic.ts';

topic('statistics', ({ store, test }) => {
  beforeAll(async () => {
    if (serverUrl === '') return;
    const session = store.openSession();
    for (let i = 1; i <= 3; i++) await session.store(new User(`user ${i}`, i), `users/${i}`);
    for (let i = 1; i <= 2; i++) await session.store(new Order('users/1', i), `orders/${i}`);
    await session.saveChanges();
    await session.delete('users/3');
    await session.saveChanges();
  });

  test('returns database statistics', async () => {
    const stats = await store.maintenance.send(new GetStatisticsOperation());
    expect(stats).toMatchObject({
      countOfDocuments: 4,
      countOfIndexes: 0,
      countOfRevisionDocuments: 0,
      countOfAttachments: 0,
      countOfUniqueAttachments: 0,
      countOfCounterEntries: 0,
      countOfTombstones: 1,
      countOfDocumentsConflicts: 0,
      indexes: [],
      is64Bit: true,
    });
    expect(stats.lastDocEtag).toBeGreaterThanOrEqual(5);
    expect(stats.databaseChangeVector).toMatch(/^A:\d+-/);
    expect(stats.databaseId).toMatch(/^[\w+/-]{22}$/);
    expect(stats.sizeOnDisk.sizeInBytes).toBeGreaterThan(0);
    expect(stats.sizeOnDisk.humaneSize).toMatch(/(Bytes|[KMG]Bytes)$/);
  });

  test('returns collection statistics', async () => {
    const stats = await store.maintenance.send(new GetCollectionStatisticsOperation());
    expect(stats).toMatchObject({ countOfDocuments: 4, countOfConflicts: 0 });
    expect(stats.collections).toEqual({ Users: 2, Orders: 2 });
  });

  test('returns detailed collection statistics', async () => {
    const stats = await store.maintenance.send(new GetDetailedCollectionStatisticsOperation());
    expect(stats.countOfDocuments).toBe(4);
    // The client writes collection names in lower case here.
    const { users } = stats.collections;
    expect(users).toMatchObject({ name: 'Users', countOfDocuments: 2 });
    expect(users?.size.sizeInBytes).toBeGreaterThan(0);
    expect(users?.documentsSize.sizeInBytes).toBeGreaterThan(0);
  });

  test('returns detailed database statistics', async () => {
    const stats = await store.maintenance.send(new GetDetailedStatisticsOperation());
    expect(stats).toMatchObject({ countOfDocuments: 4, countOfIdentities: 0, countOfCompareExchange: 0 });
  });

  test('returns essential statistics', async () => {
    const stats = await store.maintenance.send(new GetEssentialStatisticsOperation());
    expect(stats).toMatchObject({ countOfDocuments: 4, countOfIndexes: 0, indexes: [] });
  });

  test('returns statistics of a database by name', async () => {
    const stats = await store.maintenance
      .forDatabase(store.database)
      .send(new GetStatisticsOperation('from a test'));
    expect(stats.countOfDocuments).toBe(4);
  });

  test('answers the health check', async () => {
    await store.maintenance.send(new DatabaseHealthCheckOperation());
  });
});

import {
  DeleteCompareExchangeValueOperation,
  GetCompareExchangeValueOperation,
  GetCompareExchangeValuesOperation,
  GetDetailedStatisticsOperation,
  PutCompareExchangeValueOperation,
} from 'ravendb';
import { expect } from 'vitest';
import { User } from './entities.ts';
import { failure } from './failure.ts';
import { topic } from './environment/topic.ts';

topic('compare exchange', ({ store, test }) => {
  const clusterWide = () => store.openSession({ transactionMode: 'ClusterWide' });

  test('saves, reads and removes values by their index', async () => {
    const put = (value: unknown, index: number) =>
      store.operations.send(new PutCompareExchangeValueOperation<unknown>('Values/A', value, index));
    const first = await put('one', 0);
    expect(first).toMatchObject({ successful: true, value: 'one' });
    const refused = await put('two', 0);
    expect(refused).toMatchObject({ successful: false, value: 'one', index: first.index });
    const second = await put('two', first.index);
    expect(second.successful).toBe(true);
    expect(second.index).toBeGreaterThan(first.index);
    const read = await store.operations.send(new GetCompareExchangeValueOperation<string>('values/a'));
    expect(read).toMatchObject({ key: 'values/a', value: 'two', index: second.index });
    expect(await store.operations.send(new GetCompareExchangeValueOperation<string>('none'))).toBeUndefined();
    const remove = (index: number) =>
      store.operations.send(new DeleteCompareExchangeValueOperation<string>('values/a', index));
    expect(await remove(first.index)).toMatchObject({ successful: false, value: 'two' });
    expect(await remove(second.index)).toMatchObject({ successful: true, value: 'two' });
    expect(
      await store.operations.send(new GetCompareExchangeValueOperation<string>('values/a')),
    ).toBeUndefined();
  });

  test('lists values by keys and by prefix', async () => {
    for (const key of ['list/b', 'List/a', 'list/c', 'other'])
      await store.operations.send(new PutCompareExchangeValueOperation(key, key, 0));
    const keys = { keys: ['list/a', 'none'] };
    const some = await store.operations.send(new GetCompareExchangeValuesOperation<string>(keys));
    expect(some['list/a']?.value).toBe('List/a');
    const prefix = { startWith: 'LIST/', start: 1, pageSize: 2 };
    const page = await store.operations.send(new GetCompareExchangeValuesOperation<string>(prefix));
    expect(Object.keys(page)).toEqual(['list/b', 'list/c']);
    const stats = await store.maintenance.send(new GetDetailedStatisticsOperation());
    expect(stats.countOfCompareExchange).toBeGreaterThanOrEqual(4);
  });

  test('saves documents and values in one cluster-wide session', async () => {
    const session = clusterWide();
    await session.store(new User('Ada', 36), 'cluster/1');
    session.advanced.clusterTransaction.createCompareExchangeValue('emails/ada', 'cluster/1');
    await session.saveChanges();
    const again = clusterWide();
    const ada = await again.load<User>('cluster/1', User);
    if (!ada) throw new Error('cluster/1 is missing');
    expect(again.advanced.getMetadataFor(ada)['@flags']).toBe('FromClusterTransaction');
    expect(again.advanced.getChangeVectorFor(ada)).toMatch(/^RAFT:\d+-[\w+/]{22},TRXN:\d+-[\w+/]{22}$/);
    const email = await again.advanced.clusterTransaction.getCompareExchangeValue<string>('emails/ada');
    expect(email?.value).toBe('cluster/1');
    if (email) email.value = 'cluster/2';
    ada.age = 37;
    await again.saveChanges();
    const read = await store.operations.send(new GetCompareExchangeValueOperation<string>('emails/ada'));
    expect(read.value).toBe('cluster/2');
    expect(await store.openSession().load('cluster/1')).toMatchObject({ age: 37 });
  });

  test('rejects the second of two cluster-wide sessions and saves nothing of it', async () => {
    const first = clusterWide();
    await first.store(new User('first', 1), 'guarded/1');
    await first.saveChanges();
    const [mine, yours] = [clusterWide(), clusterWide()];
    const [one, other] = [
      await mine.load<User>('guarded/1', User),
      await yours.load<User>('guarded/1', User),
    ];
    if (!one || !other) throw new Error('guarded/1 is missing');
    other.name = 'yours';
    await yours.saveChanges();
    one.name = 'mine';
    await mine.store(new User('beside', 1), 'guarded/beside');
    mine.advanced.clusterTransaction.createCompareExchangeValue('guarded/key', 1);
    const error = await failure(mine.saveChanges());
    expect(error.name).toBe('ClusterTransactionConcurrencyException');
    expect(error.message).toContain('rvn-atomic/guarded/1');
    expect(await store.openSession().load('guarded/1')).toMatchObject({ name: 'yours' });
    expect(await store.openSession().load('guarded/beside')).toBeNull();
    expect(await store.operations.send(new GetCompareExchangeValueOperation('guarded/key'))).toBeUndefined();
  });

  test('creates a document again that an ordinary session deleted', async () => {
    const first = clusterWide();
    await first.store(new User('first', 1), 'again/1');
    await first.saveChanges();
    const ordinary = store.openSession();
    await ordinary.delete('again/1');
    await ordinary.saveChanges();
    const second = clusterWide();
    expect(await second.load('again/1')).toBeNull();
    await second.store(new User('second', 2), 'again/1');
    await second.saveChanges();
    expect(await store.openSession().load('again/1')).toMatchObject({ name: 'second' });
    const third = clusterWide();
    await third.delete('again/1');
    await third.saveChanges();
    expect(await store.openSession().load('again/1')).toBeNull();
    expect(
      await store.operations.send(new GetCompareExchangeValueOperation('rvn-atomic/again/1')),
    ).toBeUndefined();
  });

  test('keeps the guard of a document that an ordinary session changes', async () => {
    const first = clusterWide();
    await first.store(new User('first', 1), 'mixed/1');
    await first.saveChanges();
    const ordinary = store.openSession();
    const user = await ordinary.load<User>('mixed/1', User);
    if (!user) throw new Error('mixed/1 is missing');
    user.name = 'ordinary';
    await ordinary.saveChanges();
    const second = clusterWide();
    const changed = await second.load<User>('mixed/1', User);
    if (!changed) throw new Error('mixed/1 is missing');
    expect(second.advanced.getChangeVectorFor(changed)).toContain('TRXN:');
    changed.name = 'cluster-wide';
    await second.saveChanges();
    expect(await store.openSession().load('mixed/1')).toMatchObject({ name: 'cluster-wide' });
  });

  test('includes values that a document names', async () => {
    await store.operations.send(new PutCompareExchangeValueOperation('named', 'value', 0));
    const setup = store.openSession();
    await setup.store(Object.assign(new User('named', 1), { key: 'named' }), 'includes/1');
    await setup.saveChanges();
    const session = clusterWide();
    await session.load('includes/1', { includes: (builder) => builder.includeCompareExchangeValue('name') });
    const requests = session.advanced.numberOfRequests;
    const value = await session.advanced.clusterTransaction.getCompareExchangeValue<string>('named');
    expect(value?.value).toBe('value');
    expect(session.advanced.numberOfRequests).toBe(requests);
  });
});

import {
  CounterBatch,
  CounterBatchOperation,
  CounterOperation,
  DocumentCountersOperation,
  GetCountersOperation,
} from 'ravendb';
import { expect } from 'vitest';
import { User } from './entities.ts';
import { failure } from './failure.ts';
import { topic } from './environment/topic.ts';

topic('counters', ({ store, test }) => {
  const counted = async (id: string, deltas: Record<string, number>): Promise<void> => {
    const session = store.openSession();
    await session.store(new User(id, 1), id);
    const counters = session.countersFor(id);
    for (const [name, delta] of Object.entries(deltas)) counters.increment(name, delta);
    await session.saveChanges();
  };

  test('increments with the document and reads single or several counters', async () => {
    await counted('users/1', { likes: 10, dislikes: -3 });
    const session = store.openSession();
    session.countersFor('users/1').increment('likes');
    await session.saveChanges();
    const counters = store.openSession().countersFor('users/1');
    expect(await counters.get('likes')).toBe(11);
    expect(await counters.get(['likes', 'dislikes', 'none'])).toMatchObject({ likes: 11, dislikes: -3 });
    expect(await store.openSession().countersFor('users/1').getAll()).toEqual({ likes: 11, dislikes: -3 });
    expect(await counters.get('none')).toBeNull();
  });

  test('lists counters in the metadata, sorted', async () => {
    await counted('users/2', { b: 1, a: 1 });
    const session = store.openSession();
    const user = await session.load<User>('users/2', User);
    expect(session.advanced.getCountersFor(user ?? {})).toEqual(['a', 'b']);
    expect(session.advanced.getMetadataFor(user ?? {})['@flags']).toBe('HasCounters');
  });

  test('deletes, and starts at zero again', async () => {
    await counted('users/3', { a: 5, b: 6 });
    const session = store.openSession();
    session.countersFor('users/3').delete('a');
    await session.saveChanges();
    expect(await store.openSession().countersFor('users/3').getAll()).toEqual({ b: 6 });
    session.countersFor('users/3').increment('a', 2);
    await session.saveChanges();
    expect(await store.openSession().countersFor('users/3').get('a')).toBe(2);
  });

  test('loads with include', async () => {
    await counted('users/4', { a: 5, b: 6 });
    const session = store.openSession();
    await session.load<User>('users/4', {
      documentType: User,
      includes: (all) => all.includeCounters(['a', 'b']),
    });
    expect(await session.countersFor('users/4').get('a')).toBe(5);
    expect(await session.countersFor('users/4').get('b')).toBe(6);
    expect(session.advanced.numberOfRequests).toBe(1);
  });

  test('rejects a counter of a missing document', async () => {
    const session = store.openSession();
    session.countersFor('users/none').increment('a');
    expect((await failure(session.saveChanges())).name).toBe('DocumentDoesNotExistException');
  });

  test('loses nothing with two concurrent writers', async () => {
    await counted('users/5', { a: 0 });
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        const session = store.openSession();
        session.countersFor('users/5').increment('a', 3);
        await session.saveChanges();
      }),
    );
    expect(await store.openSession().countersFor('users/5').get('a')).toBe(60);
  });

  test('works by operations', async () => {
    await counted('users/6', { a: 1 });
    const document = new DocumentCountersOperation();
    document.documentId = 'users/6';
    document.operations = [
      CounterOperation.create('a', 'Increment', 4),
      CounterOperation.create('b', 'Increment', 7),
    ];
    const batch = new CounterBatch();
    batch.documents = [document];
    const answer = await store.operations.send(new CounterBatchOperation(batch));
    expect(answer.counters).toMatchObject([
      { documentId: 'users/6', counterName: 'a', totalValue: 5 },
      { documentId: 'users/6', counterName: 'b', totalValue: 7 },
    ]);
    const read = await store.operations.send(new GetCountersOperation('users/6', ['a', 'b']));
    expect(read.counters.map((each) => each.totalValue)).toEqual([5, 7]);
  });

  test('deletes counters with their document', async () => {
    await counted('users/7', { a: 1 });
    const session = store.openSession();
    await session.delete('users/7');
    await session.saveChanges();
    await counted('users/7', {});
    expect(await store.openSession().countersFor('users/7').getAll()).toEqual({});
  });
});

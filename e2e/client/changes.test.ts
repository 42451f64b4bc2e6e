import type { DocumentChange, IChangesObservable, OperationStatusChange } from 'ravendb';
import { expect } from 'vitest';
import { Order, User } from './entities.ts';
import { topic } from './environment/topic.ts';

topic('changes', ({ store, test }) => {
  /** Collects notifications until `enough` returns true; a missing one fails by the test's timeout. */
  const heard = async <T>(
    observable: IChangesObservable<T>,
    work: () => Promise<unknown>,
    enough: (changes: readonly T[]) => boolean,
  ): Promise<readonly T[]> => {
    const changes: T[] = [];
    let satisfied: (() => void) | undefined;
    const complete = new Promise<void>((resolve) => (satisfied = resolve));
    const listen = (change: T): void => {
      changes.push(change);
      if (enough(changes)) satisfied?.();
    };
    observable.on('data', listen);
    await observable.ensureSubscribedNow();
    await work();
    await complete;
    observable.off('data', listen);
    return changes;
  };
  const save = async (entity: object, id: string): Promise<void> => {
    const session = store.openSession();
    await session.store(entity, id);
    await session.saveChanges();
  };
  const remove = async (id: string): Promise<void> => {
    const session = store.openSession();
    await session.delete(id);
    await session.saveChanges();
  };
  const kinds = (changes: readonly DocumentChange[]): string[] =>
    changes.map(({ type, id }) => `${type} ${id}`);

  test('notifies about put and delete of one document', async () => {
    const changes = await heard(
      store.changes().forDocument('users/1'),
      async () => {
        await save(new User('other', 1), 'users/10');
        await save(new User('Ann', 1), 'users/1');
        await remove('users/1');
      },
      ({ length }) => length === 2,
    );
    expect(kinds(changes)).toEqual(['Put users/1', 'Delete users/1']);
    expect(changes[0]).toMatchObject({
      collectionName: 'Users',
      changeVector: expect.stringMatching(/^A:\d+-/) as string,
    });
  });

  test('notifies about all documents', async () => {
    const changes = await heard(
      store.changes().forAllDocuments(),
      async () => {
        await save(new User('Ann', 1), 'users/2');
        await save(new Order('users/2', 1), 'orders/2');
      },
      ({ length }) => length >= 2,
    );
    expect(kinds(changes)).toEqual(['Put users/2', 'Put orders/2']);
  });

  test('notifies about a collection and a prefix', async () => {
    const inCollection = heard(
      store.changes().forDocumentsInCollection<Order>(Order),
      () => Promise.resolve(),
      ({ length }) => length === 2,
    );
    const changes = await heard(
      store.changes().forDocumentsStartingWith('users/3'),
      async () => {
        await save(new Order('users/3', 1), 'orders/3');
        await save(new User('Ann', 1), 'users/3');
        await save(new User('Ann', 1), 'users/4');
        await save(new User('Ann', 1), 'users/31');
        await remove('orders/3');
      },
      ({ length }) => length === 2,
    );
    expect(kinds(changes)).toEqual(['Put users/3', 'Put users/31']);
    expect(kinds(await inCollection)).toEqual(['Put orders/3', 'Delete orders/3']);
  });

  test('stops after unsubscribing', async () => {
    const changes: DocumentChange[] = [];
    const observable = store.changes().forDocument('users/5');
    const listen = (change: DocumentChange): void => void changes.push(change);
    observable.on('data', listen);
    await observable.ensureSubscribedNow();
    observable.off('data', listen);
    await heard(
      store.changes().forAllDocuments(),
      () => save(new User('Ann', 1), 'users/5'),
      ({ length }) => length === 1,
    );
    expect(changes).toEqual([]);
  });

  test('notifies about each document of a batch', async () => {
    const changes = await heard(
      store.changes().forDocumentsStartingWith('many/'),
      async () => {
        const session = store.openSession();
        for (let i = 0; i < 50; i++)
          await session.store(new User('many', i), `many/${String(i).padStart(2, '0')}`);
        await session.saveChanges();
      },
      ({ length }) => length === 50,
    );
    expect(new Set(changes.map(({ id }) => id)).size).toBe(50);
  });

  test('notifies about an operation until it completes', async () => {
    const changes = await heard<OperationStatusChange>(
      store.changes().forAllOperations(),
      async () => {
        const bulk = store.bulkInsert();
        for (let i = 0; i < 10; i++) await bulk.store(new User('bulk', i), `bulk/${i}`);
        await bulk.finish();
      },
      (all) => all.some(({ state }) => (state as { status?: string }).status === 'Completed'),
    );
    const last = changes.at(-1);
    expect(last?.operationId).toBeGreaterThan(0);
    expect(last?.state).toMatchObject({ status: 'Completed', result: { total: 10, documentsProcessed: 10 } });
  });

  test('notifies about a counter', async () => {
    await save(new User('counted', 1), 'users/6');
    const changes = await heard(
      store.changes().forCountersOfDocument('users/6'),
      async () => {
        const session = store.openSession();
        session.countersFor('users/6').increment('likes', 4);
        await session.saveChanges();
      },
      ({ length }) => length === 1,
    );
    expect(changes[0]).toMatchObject({ type: 'Put', name: 'likes', value: 4, documentId: 'users/6' });
  });
});

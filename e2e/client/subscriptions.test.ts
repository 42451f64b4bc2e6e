import {
  ConfigureRevisionsOperation,
  RevisionsCollectionConfiguration,
  RevisionsConfiguration,
  type DocumentSubscriptions,
  type Revision,
  type SubscriptionWorker,
  type SubscriptionWorkerOptions,
} from 'ravendb';
import { expect } from 'vitest';
import { User } from './entities.ts';
import { environment, topic } from './environment/topic.ts';

topic('subscriptions', ({ store, test }) => {
  const save = async (ids: readonly number[]): Promise<void> => {
    const session = store.openSession();
    for (const id of ids) await session.store(new User(`name ${String(id)}`, id), `users/${String(id)}`);
    await session.saveChanges();
  };

  const opened = (
    subscriptions: DocumentSubscriptions,
    options: SubscriptionWorkerOptions<User>,
  ): SubscriptionWorker<User> =>
    subscriptions.getSubscriptionWorker<User>({ documentType: User, ...options });

  /** The ids that a worker gets until it has `count`, or until there are none left. */
  const received = async (worker: SubscriptionWorker<User>, count: number): Promise<string[]> => {
    const ids: string[] = [];
    try {
      await new Promise<void>((resolve, reject) => {
        worker.on('batch', (batch, done) => {
          for (const item of batch.items) ids.push(item.id);
          done();
          // The server waits for the acknowledgement before it sends more: this is the last batch.
          if (ids.length >= count) setTimeout(resolve, 500);
        });
        worker.on('error', reject);
      });
    } finally {
      worker.dispose();
    }
    return ids;
  };

  test('delivers all documents, resumes after the acknowledged ones, and wakes for new ones', async () => {
    await save([1, 2, 3, 4, 5]);
    const name = await store.subscriptions.create({ name: 'all', documentType: User });
    expect(name).toBe('all');
    const first = opened(store.subscriptions, { subscriptionName: name, maxDocsPerBatch: 2 });
    expect(await received(first, 5)).toEqual(['users/1', 'users/2', 'users/3', 'users/4', 'users/5']);
    const second = opened(store.subscriptions, { subscriptionName: name, strategy: 'WaitForFree' });
    const next = received(second, 1);
    await save([6]);
    expect(await next).toEqual(['users/6']);
    const state = await store.subscriptions.getSubscriptionState(name);
    expect(state.subscriptionName).toBe('all');
    expect(state.changeVectorForNextBatchStartingPoint).toMatch(/^A:\d+-/);
  });

  test('filters and projects', async () => {
    await save([11, 12, 13]);
    const name = await store.subscriptions.create({
      name: 'some',
      query: 'from Users as u where u.age > 11 select { name: u.name, twice: u.age * 2 }',
    });
    const worker = store.subscriptions.getSubscriptionWorker<{ twice: number }>({ subscriptionName: name });
    const twice: number[] = [];
    try {
      await new Promise<void>((resolve, reject) => {
        worker.on('batch', (batch, done) => {
          twice.push(...batch.items.map(({ result }) => result.twice));
          done();
          if (twice.length >= 2) resolve();
        });
        worker.on('error', reject);
      });
    } finally {
      worker.dispose();
    }
    expect(twice).toEqual([24, 26]);
  });

  test('shares the documents among concurrent workers', async () => {
    await save([21, 22, 23, 24]);
    const name = await store.subscriptions.create({ name: 'shared', query: 'from Users where age > 20' });
    const options = { subscriptionName: name, strategy: 'Concurrent', maxDocsPerBatch: 2 } as const;
    const first = opened(store.subscriptions, options);
    if (environment === 'ravendb') {
      await expect(received(first, 1)).rejects.toMatchObject({ name: 'SubscriptionInvalidStateException' });
      return;
    }
    const second = opened(store.subscriptions, options);
    const ids: string[][] = [[], []];
    try {
      // Nobody acknowledges before both have a batch.
      const batches = [first, second].map(
        (worker, number) =>
          new Promise<() => void>((resolve, reject) => {
            worker.on('batch', (batch, done) => {
              ids[number]?.push(...batch.items.map((item) => item.id));
              resolve(done);
            });
            worker.on('error', reject);
          }),
      );
      for (const done of await Promise.all(batches)) done();
    } finally {
      first.dispose();
      second.dispose();
    }
    expect(ids.flat().toSorted()).toEqual(['users/21', 'users/22', 'users/23', 'users/24']);
    expect(ids.map((one) => one.length)).toEqual([2, 2]);
  });

  test('delivers revisions', async () => {
    const configuration = new RevisionsConfiguration();
    configuration.collections = new Map([['Users', new RevisionsCollectionConfiguration()]]);
    await store.maintenance.send(new ConfigureRevisionsOperation(configuration));
    const creation = store.subscriptions.createForRevisions({ name: 'revisions', documentType: User });
    if (environment === 'ravendb') {
      await expect(creation).rejects.toMatchObject({ name: 'LicenseLimitException' });
      return;
    }
    const subscriptionName = await creation;
    await save([31]);
    const session = store.openSession();
    const user = await session.load<User>('users/31', User);
    if (user) user.age = 32;
    await session.saveChanges();
    const worker = store.subscriptions.getSubscriptionWorkerForRevisions<User>({
      subscriptionName,
      documentType: User,
    });
    const ages: (readonly [previous: number | undefined, current: number | undefined])[] = [];
    try {
      await new Promise<void>((resolve, reject) => {
        worker.on('batch', (batch, done) => {
          // The types of the client know no revision without a predecessor.
          for (const { result } of batch.items as { result: Partial<Revision<User>> }[])
            ages.push([result.previous?.age, result.current?.age]);
          done();
          if (ages.length >= 2) resolve();
        });
        worker.on('error', reject);
      });
    } finally {
      worker.dispose();
    }
    expect(ages).toEqual([
      [undefined, 31],
      [31, 32],
    ]);
  });

  test('ends a worker whose subscription does not exist', async () => {
    const worker = opened(store.subscriptions, { subscriptionName: 'none' });
    await expect(received(worker, 1)).rejects.toMatchObject({ name: 'SubscriptionDoesNotExistException' });
  });

  test('lists and deletes', async () => {
    await store.subscriptions.create({ name: 'short', query: 'from Users' });
    const names = (await store.subscriptions.getSubscriptions(0, 20)).map((one) => one.subscriptionName);
    expect(names).toContain('short');
    await store.subscriptions.delete('short');
    const left = (await store.subscriptions.getSubscriptions(0, 20)).map((one) => one.subscriptionName);
    expect(left).not.toContain('short');
  });
});

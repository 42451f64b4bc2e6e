import { PutDocumentCommand } from 'ravendb';
import { expect } from 'vitest';
import { User } from './entities.ts';
import { failure } from './failure.ts';
import { raw } from './raw.ts';
import { topic } from './environment/topic.ts';

topic('optimistic concurrency', ({ store, test }) => {
  const put = async (id: string, name: string): Promise<string> => {
    const session = store.openSession();
    const user = new User(name, 1);
    await session.store(user, id);
    await session.saveChanges();
    return session.advanced.getChangeVectorFor(user);
  };

  test('rejects the second of two sessions that change one document, with type and both change vectors', async () => {
    const before = await put('users/1', 'first');
    const session = store.openSession();
    session.advanced.useOptimisticConcurrency = true;
    const mine = await session.load<User>('users/1', User);
    if (!mine) throw new Error('users/1 is gone');
    const now = await put('users/1', 'second');
    mine.name = 'mine';
    const error = await failure(session.saveChanges());
    expect(error.name).toBe('ConcurrencyException');
    expect(error.message).toContain('users/1');
    expect(error.message).toContain(before);
    expect(error.message).toContain(now);
    expect(await store.openSession().load('users/1')).toMatchObject({ name: 'second' });
  });

  test('stores nothing of a rejected batch', async () => {
    await put('users/2', 'first');
    const session = store.openSession();
    await session.store(new User('new', 1), 'users/2-beside');
    await session.store(new User('mine', 1), 'users/2', { changeVector: 'A:1-somethingelseentirely' });
    expect((await failure(session.saveChanges())).name).toBe('ConcurrencyException');
    expect(await store.openSession().load('users/2-beside')).toBeNull();
  });

  test('rejects a store with an existing id that must be new', async () => {
    await put('users/3', 'first');
    const session = store.openSession();
    await session.store(new User('mine', 1), 'users/3', { changeVector: '' });
    const error = await failure(session.saveChanges());
    expect(error.name).toBe('ConcurrencyException');
    expect(error.message).toContain('users/3');
    const fresh = store.openSession();
    await fresh.store(new User('mine', 1), 'users/3-new', { changeVector: '' });
    await fresh.saveChanges();
  });

  test('lets the last write win without the check', async () => {
    await put('users/4', 'first');
    const session = store.openSession();
    const mine = await session.load<User>('users/4', User);
    if (!mine) throw new Error('users/4 is gone');
    await put('users/4', 'second');
    mine.name = 'mine';
    await session.saveChanges();
    expect(await store.openSession().load('users/4')).toMatchObject({ name: 'mine' });
  });

  test('rejects deleting a changed document', async () => {
    const before = await put('users/5', 'first');
    await put('users/5', 'second');
    const session = store.openSession();
    await session.delete('users/5', before);
    expect((await failure(session.saveChanges())).name).toBe('ConcurrencyException');
    expect(await store.openSession().load('users/5')).toMatchObject({ name: 'second' });
  });

  test('rejects changing a deleted document', async () => {
    await put('users/6', 'first');
    const session = store.openSession();
    session.advanced.useOptimisticConcurrency = true;
    const mine = await session.load<User>('users/6', User);
    if (!mine) throw new Error('users/6 is gone');
    const other = store.openSession();
    await other.delete('users/6');
    await other.saveChanges();
    mine.name = 'mine';
    expect((await failure(session.saveChanges())).name).toBe('ConcurrencyException');
  });

  test('rejects a single put with the same error', async () => {
    const before = await put('users/7', 'first');
    const now = await put('users/7', 'second');
    const { requestExecutor } = store.openSession().advanced;
    const error = await failure(
      requestExecutor.execute(new PutDocumentCommand('users/7', before, { name: 'mine' })),
    );
    expect(error.name).toBe('ConcurrencyException');
    expect(error.message).toContain(now);
  });

  test('returns a 409 with all members that clients read', async () => {
    const before = await put('users/8', 'first');
    const now = await put('users/8', 'second');
    const answer = await raw(
      store,
      'PUT',
      '/docs?id=users/8',
      { name: 'mine' },
      { 'if-match': `"${before}"` },
    );
    expect(answer.status).toBe(409);
    expect(answer.json()).toMatchObject({
      Type: 'Raven.Client.Exceptions.ConcurrencyException',
      ExpectedChangeVector: before,
      ActualChangeVector: now,
    });
  });
});

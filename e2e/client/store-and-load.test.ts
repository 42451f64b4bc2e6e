import { expect } from 'vitest';
import { Order, User } from './entities.ts';
import { failure } from './failure.ts';
import { raw } from './raw.ts';
import { topic } from './environment/topic.ts';

topic('store and load', ({ store, test }) => {
  test('stores a class in its collection and loads an instance', async () => {
    const session = store.openSession();
    const ann = Object.assign(new User('Ann', 41), {
      address: { city: 'Porto', country: 'Portugal' },
      tags: ['x'],
    });
    await session.store(ann, 'users/ann');
    await session.saveChanges();
    expect(session.advanced.getChangeVectorFor(ann)).toMatch(/^A:\d+-/);

    const second = store.openSession();
    const loaded = await second.load<User>('users/ann', User);
    expect(loaded).toBeInstanceOf(User);
    expect(loaded).toMatchObject({
      id: 'users/ann',
      name: 'Ann',
      age: 41,
      address: { city: 'Porto' },
      tags: ['x'],
    });
    const metadata = second.advanced.getMetadataFor(loaded ?? {});
    expect(metadata).toMatchObject({
      '@collection': 'Users',
      'Raven-Node-Type': 'User',
      '@id': 'users/ann',
      '@change-vector': session.advanced.getChangeVectorFor(ann),
    });
    expect(metadata['@last-modified']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z$/);
  });

  test('stores a plain object without a collection', async () => {
    const session = store.openSession();
    const thing = { kind: 'thing' };
    await session.store(thing, 'things/1');
    await session.saveChanges();
    expect(session.advanced.getMetadataFor(thing)['@collection']).toBe('@empty');
  });

  test('round-trips unusual values', async () => {
    const values = {
      text: 'ćirilica „quotes" \\ \n\t\u0001 😀',
      empty: '',
      none: null,
      yes: true,
      large: 9_007_199_254_740_991,
      negative: -1.5e-7,
      list: [[], {}, [1, [2]]],
      'key with spaces.and.dots': { '': 1 },
    };
    const session = store.openSession();
    await session.store({ values }, 'values/1');
    await session.saveChanges();
    const loaded = await store.openSession().load<{ values: unknown }>('values/1');
    expect(loaded?.values).toEqual(values);
  });

  test('loads several ids, missing ones as null, in any letter case', async () => {
    const session = store.openSession();
    await session.store(new User('Bo', 1), 'Users/Bo');
    await session.store(new User('Cy', 2), 'users/cy');
    await session.saveChanges();
    const second = store.openSession();
    const found = await second.load<User>(['users/bo', 'USERS/CY', 'users/none']);
    expect(Object.values(found).map((user) => user?.name ?? null)).toEqual(['Bo', 'Cy', null]);
    // The id keeps its original case.
    const bo = await store.openSession().load<User>('USERS/bo', User);
    expect(bo?.id).toBe('Users/Bo');
    expect(await store.openSession().load('users/none')).toBeNull();
  });

  test('updates a changed entity and does not send an unchanged one', async () => {
    const session = store.openSession();
    await session.store(new User('Di', 3), 'users/di');
    await session.saveChanges();
    const second = store.openSession();
    const di = await second.load<User>('users/di', User);
    if (!di) throw new Error('users/di is gone');
    const before = second.advanced.getChangeVectorFor(di);
    await second.saveChanges();
    expect(second.advanced.numberOfRequests).toBe(1);
    di.age = 4;
    expect(second.advanced.hasChanged(di)).toBe(true);
    await second.saveChanges();
    expect(second.advanced.getChangeVectorFor(di)).not.toBe(before);
    expect(await store.openSession().load<User>('users/di', User)).toMatchObject({ name: 'Di', age: 4 });
  });

  test('deletes by entity and by id', async () => {
    const session = store.openSession();
    const one = new User('One', 1);
    await session.store(one, 'users/d1');
    await session.store(new User('Two', 2), 'users/d2');
    await session.saveChanges();
    await session.delete(one);
    await session.delete('users/d2');
    await session.delete('users/never-there');
    await session.saveChanges();
    const after = await store.openSession().load<User>(['users/d1', 'users/d2']);
    expect(Object.values(after)).toEqual([null, null]);
    const again = store.openSession();
    await again.store(new User('Again', 3), 'users/d1');
    await again.saveChanges();
    expect(await store.openSession().load('users/d1')).toMatchObject({ name: 'Again' });
  });

  test('loads more ids than fit in a URL by POST', async () => {
    const ids = Array.from({ length: 120 }, (_, i) => `users/a-rather-long-identifier-${i}`);
    const session = store.openSession();
    for (const [i, id] of ids.entries()) await session.store(new User(id, i), id);
    await session.saveChanges();
    const found = await store.openSession().load<User>([...ids, 'users/none'], User);
    expect(Object.keys(found)).toHaveLength(121);
    expect(found[ids[119] ?? '']).toMatchObject({ age: 119 });
    expect(found['users/none']).toBeNull();
  });

  test('answers a second load of the same id with 304 and no body', async () => {
    const session = store.openSession();
    await session.store(new Order('users/ann', 12), 'orders/cached');
    await session.saveChanges();
    const first = await store.openSession().load<Order>('orders/cached', Order);
    const second = await store.openSession().load<Order>('orders/cached', Order);
    expect(second).toEqual(first);
    const get = (headers = {}) => raw(store, 'GET', '/docs?id=orders/cached', undefined, headers);
    const etag = (await get()).headers.get('etag') ?? '';
    expect(etag).toMatch(/^".+"$/);
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    session.advanced.clear();
    await session.store(new Order('users/bo', 13), 'orders/cached');
    await session.saveChanges();
    expect((await get({ 'if-none-match': etag })).status).toBe(200);
    expect(await store.openSession().load<Order>('orders/cached', Order)).toMatchObject({ total: 13 });
  });

  test('keeps a document in its collection until it is deleted', async () => {
    const session = store.openSession();
    await session.store(new User('Eve', 1), 'users/moving');
    await session.saveChanges();
    const second = store.openSession();
    await second.store(new Order('users/ann', 1), 'users/moving');
    const error = await failure(second.saveChanges());
    expect(error.name).toBe('DocumentCollectionMismatchException');
    for (const word of ['users/moving', 'Users', 'Orders']) expect(error.message).toContain(word);
    await session.delete('users/moving');
    await session.saveChanges();
    await second.saveChanges();
    expect(await store.openSession().load('users/moving')).toMatchObject({ userId: 'users/ann' });
  });
});

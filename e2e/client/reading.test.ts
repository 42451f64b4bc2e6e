import { GetDocumentsCommand } from 'ravendb';
import { beforeAll, expect } from 'vitest';
import { User } from './entities.ts';
import { serverUrl, topic } from './environment/topic.ts';

topic('reading', ({ store, test }) => {
  beforeAll(async () => {
    if (serverUrl === '') return;
    const session = store.openSession();
    for (const id of ['a1', 'a2', 'a3', 'a10', 'b1', 'b2'])
      await session.store(new User(id, 1), `people/${id}`);
    await session.store(new User('other', 1), 'peoples/1');
    await session.saveChanges();
  });

  const names = (users: readonly User[]): string[] => users.map(({ name }) => name);

  test('checks existence without loading', async () => {
    const session = store.openSession();
    expect(await session.advanced.exists('people/a1')).toBe(true);
    expect(await session.advanced.exists('PEOPLE/A1')).toBe(true);
    expect(await session.advanced.exists('people/none')).toBe(false);
    expect(session.advanced.isLoaded('people/a1')).toBe(false);
  });

  test('loads by prefix in id order', async () => {
    const { advanced } = store.openSession();
    expect(names(await advanced.loadStartingWith<User>('people/'))).toEqual([
      'a1',
      'a10',
      'a2',
      'a3',
      'b1',
      'b2',
    ]);
    expect(names(await advanced.loadStartingWith<User>('PEOPLE/B'))).toEqual(['b1', 'b2']);
    expect(await advanced.loadStartingWith('nobody/')).toEqual([]);
  });

  test('filters a prefix with matches, exclude and several patterns', async () => {
    const load = async (options: { matches?: string; exclude?: string }): Promise<string[]> =>
      names(await store.openSession().advanced.loadStartingWith<User>('people/', options));
    expect(await load({ matches: 'a?' })).toEqual(['a1', 'a2', 'a3']);
    expect(await load({ matches: 'a1*' })).toEqual(['a1', 'a10']);
    expect(await load({ matches: 'a2|b*' })).toEqual(['a2', 'b1', 'b2']);
    expect(await load({ exclude: 'a*' })).toEqual(['b1', 'b2']);
    expect(await load({ matches: '*1', exclude: 'b*' })).toEqual(['a1']);
  });

  test('pages a prefix by start and by startAfter', async () => {
    const load = async (options: {
      start?: number;
      pageSize?: number;
      startAfter?: string;
    }): Promise<string[]> =>
      names(await store.openSession().advanced.loadStartingWith<User>('people/', options));
    expect(await load({ start: 0, pageSize: 2 })).toEqual(['a1', 'a10']);
    expect(await load({ start: 2, pageSize: 2 })).toEqual(['a2', 'a3']);
    expect(await load({ start: 5, pageSize: 9 })).toEqual(['b2']);
    expect(await load({ startAfter: 'people/a2', pageSize: 2 })).toEqual(['a3', 'b1']);
    expect(await load({ startAfter: 'people/b2' })).toEqual([]);
  });

  test('reads again each time without tracking, and refuses to save', async () => {
    const session = store.openSession({ noTracking: true });
    const one = await session.load<User>('people/a1', User);
    const two = await session.load<User>('people/a1', User);
    expect(two).toEqual(one);
    expect(two).not.toBe(one);
    expect(session.advanced.numberOfRequests).toBe(2);
    await expect(session.store(new User('x', 1), 'people/x')).rejects.toThrow(/tracking/i);
  });

  test('refreshes with changes of others', async () => {
    const session = store.openSession();
    await session.store(new User('before', 1), 'people2/refreshed');
    await session.saveChanges();
    const mine = await session.load<User>('people2/refreshed', User);
    if (!mine) throw new Error('it is gone');
    const other = store.openSession();
    await other.store(new User('after', 2), 'people2/refreshed');
    await other.saveChanges();
    await session.advanced.refresh(mine);
    expect(mine).toMatchObject({ name: 'after', age: 2 });
  });

  test('returns only newer documents of a conditional load', async () => {
    const session = store.openSession();
    const user = new User('conditional', 1);
    await session.store(user, 'people2/conditional');
    await session.saveChanges();
    const known = session.advanced.getChangeVectorFor(user);
    const load = () => store.openSession().advanced.conditionalLoad<User>('people2/conditional', known, User);
    expect(await load()).toMatchObject({ entity: null, changeVector: known });
    user.age = 2;
    await session.saveChanges();
    const newer = await load();
    expect(newer.entity).toMatchObject({ age: 2 });
    // As returned by the client: with the quotes of the ETag.
    expect(newer.changeVector).toContain(session.advanced.getChangeVectorFor(user));
  });

  test('loads metadata alone', async () => {
    const command = new GetDocumentsCommand({
      ids: ['people/a1', 'people/none'],
      metadataOnly: true,
      conventions: store.conventions,
    });
    await store.openSession().advanced.requestExecutor.execute(command);
    const [first, second] = command.result.results as { '@metadata': object; name?: string }[];
    expect(first?.['@metadata']).toMatchObject({ '@id': 'people/a1', '@collection': 'Users' });
    expect(first?.name).toBeUndefined();
    expect(second ?? null).toBeNull();
  });

  test('pages the newest documents', async () => {
    const page = async (start: number): Promise<string[]> => {
      const command = new GetDocumentsCommand({ start, pageSize: 3, conventions: store.conventions });
      await store.openSession().advanced.requestExecutor.execute(command);
      return (command.result.results as { '@metadata': { '@id': string } }[]).map(
        (each) => each['@metadata']['@id'],
      );
    };
    const [first, second] = [await page(0), await page(3)];
    expect(first).toHaveLength(3);
    expect(second).toHaveLength(3);
    expect(new Set([...first, ...second]).size).toBe(6);
  });
});

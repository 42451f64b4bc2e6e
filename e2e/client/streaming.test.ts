import type { StreamQueryStatistics } from 'ravendb';
import { beforeAll, expect } from 'vitest';
import { User } from './entities.ts';
import { raw } from './raw.ts';
import { serverUrl, topic } from './environment/topic.ts';

interface Streamed {
  readonly id: string;
  readonly document: User;
  readonly changeVector: string;
  readonly metadata: Record<string, unknown>;
}

topic('streaming', ({ store, test }) => {
  beforeAll(async () => {
    if (serverUrl === '') return;
    const session = store.openSession();
    for (let i = 0; i < 700; i++)
      await session.store(new User(`user ${i}`, i), `users/${String(i).padStart(3, '0')}`);
    await session.saveChanges();
  });
  const all = async (stream: Promise<AsyncIterable<unknown>>): Promise<Streamed[]> => {
    const items: Streamed[] = [];
    for await (const item of await stream) items.push(item as Streamed);
    return items;
  };

  test('streams all documents of a prefix, with ids, change vectors and metadata', async () => {
    const session = store.openSession();
    const items = await all(session.advanced.stream<User>('users/'));
    expect(items).toHaveLength(700);
    expect(items[0]).toMatchObject({ id: 'users/000', document: { name: 'user 0' } });
    expect(items[0]?.changeVector).toMatch(/^A:\d+-/);
    expect(items[0]?.metadata).toMatchObject({ '@collection': 'Users' });
    expect(items.map(({ id }) => id)).toEqual(items.map(({ id }) => id).sort());
    // Streamed documents are not tracked by the session.
    expect(session.advanced.isLoaded('users/000')).toBe(false);
  });

  test('streams part of a prefix', async () => {
    const { advanced } = store.openSession();
    const ids = async (options: object): Promise<string[]> =>
      (await all(advanced.stream<User>('users/', options))).map(({ id }) => id);
    expect(await ids({ start: 2, pageSize: 2 })).toEqual(['users/002', 'users/003']);
    expect(await ids({ startAfter: 'users/697' })).toEqual(['users/698', 'users/699']);
    expect(await ids({ matches: '01?', pageSize: 1000 })).toHaveLength(10);
    // Streams of a real server ignore `exclude`.
    expect(await ids({ matches: '01?', exclude: '*5', pageSize: 1000 })).toHaveLength(10);
  });

  test('streams nothing for an unknown prefix', async () => {
    expect(await all(store.openSession().advanced.stream('nothing/'))).toEqual([]);
  });

  test('streams a query with statistics', async () => {
    const session = store.openSession();
    let statistics: StreamQueryStatistics | undefined;
    const query = session.query<User>(User).whereLessThan('age', 500);
    const items = await all(session.advanced.stream(query, (stats) => (statistics = stats)));
    expect(items).toHaveLength(500);
    expect(items.every(({ document }) => document.age < 500)).toBe(true);
    expect(statistics?.totalResults).toBe(500);
    expect(statistics?.indexName).toBe('Auto/Users/Byage');
  });

  test('streams a raw query with selected fields', async () => {
    const session = store.openSession();
    const query = session.advanced.rawQuery<{ name: string }>('from Users where age < 3 select name');
    const items = await all(session.advanced.stream(query));
    expect(items.map(({ document }) => document.name).sort()).toEqual(['user 0', 'user 1', 'user 2']);
  });

  test('sends one document per line', async () => {
    const { text } = await raw(store, 'GET', '/streams/docs?format=jsonl&startsWith=users/00&pageSize=3');
    const lines = text.trim().split('\n');
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: 'user 0', '@metadata': { '@id': 'users/000' } });
    const object = (await raw(store, 'GET', '/streams/docs?startsWith=users/00&pageSize=3')).json();
    expect(object).toMatchObject({ Results: [{ name: 'user 0' }, { name: 'user 1' }, { name: 'user 2' }] });
  });
});

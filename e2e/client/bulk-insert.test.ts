import { GetStatisticsOperation } from 'ravendb';
import { expect } from 'vitest';
import { z } from 'zod';
import { bytesOf } from './bytes.ts';
import { User } from './entities.ts';
import { failure } from './failure.ts';
import { raw } from './raw.ts';
import { topic } from './environment/topic.ts';

const operations = z.object({ Results: z.array(z.object({ State: z.object({ Status: z.string() }) })) });

topic('bulk insert', ({ store, test }) => {
  const insertsUnderWay = async (): Promise<number> => {
    const { Results } = operations.parse((await raw(store, 'GET', '/operations')).json());
    return Results.filter(({ State }) => State.Status === 'InProgress').length;
  };

  for (const useCompression of [false, true])
    test(`inserts 1200 documents ${useCompression ? 'with gzip' : 'without compression'}`, async () => {
      const prefix = useCompression ? 'gzipped' : 'plain';
      const bulk = store.bulkInsert({ useCompression });
      for (let i = 0; i < 1200; i++)
        await bulk.store(
          Object.assign(new User(`${prefix} ${i} "ø"`, i), { tags: ['x'.repeat(300)] }),
          `${prefix}/${i}`,
        );
      await bulk.finish();
      const found = await store
        .openSession()
        .load<User>([`${prefix}/0`, `${prefix}/1199`, `${prefix}/1200`], User);
      expect(found[`${prefix}/0`]).toMatchObject({ name: `${prefix} 0 "ø"`, age: 0 });
      expect(found[`${prefix}/1199`]).toMatchObject({ age: 1199 });
      expect(found[`${prefix}/1200`]).toBeNull();
      const all = await store.openSession().advanced.loadStartingWith(`${prefix}/`, { pageSize: 5000 });
      expect(all).toHaveLength(1200);
    });

  test('generates ids in the client and keeps metadata', async () => {
    const bulk = store.bulkInsert();
    const user = new User('made', 1);
    await bulk.store(user);
    await bulk.store(new User('told', 2), 'told/1', { '@collection': 'Tellings', note: 'kept' } as never);
    await bulk.finish();
    const session = store.openSession();
    expect(user.id).toMatch(/^users\/\d+-A$/);
    expect(await session.load(user.id ?? '')).toMatchObject({ name: 'made' });
    const told = await session.load<User>('told/1', User);
    expect(session.advanced.getMetadataFor(told ?? {})).toMatchObject({
      '@collection': 'Tellings',
      note: 'kept',
    });
  });

  test('accepts an empty insert', async () => {
    const bulk = store.bulkInsert();
    await bulk.finish();
  });

  test('replaces a document', async () => {
    for (const age of [1, 2]) {
      const bulk = store.bulkInsert();
      await bulk.store(new User('replaced', age), 'replaced/1');
      await bulk.finish();
    }
    expect(await store.openSession().load('replaced/1')).toMatchObject({ age: 2 });
  });

  test('leaves an unchanged document alone with skipOverwriteIfUnchanged', async () => {
    const write = async (age: number): Promise<string> => {
      const bulk = store.bulkInsert({ skipOverwriteIfUnchanged: true });
      await bulk.store(new User('same', age), 'same/1');
      await bulk.finish();
      const session = store.openSession();
      return session.advanced.getChangeVectorFor((await session.load<User>('same/1', User)) ?? {});
    };
    const first = await write(1);
    expect(await write(1)).toBe(first);
    expect(await write(2)).not.toBe(first);
  });

  test('accepts counters and attachments between documents', async () => {
    const bulk = store.bulkInsert();
    await bulk.store(new User('rich', 1), 'rich/1');
    const counters = bulk.countersFor('rich/1');
    await counters.increment('likes', 5);
    await counters.increment('likes');
    await counters.increment('visits', -2);
    const bytes = Buffer.from('"],[{\u0000 bytes that look like the stream itself');
    const attachments = bulk.attachmentsFor('rich/1');
    await attachments.store('note.txt', bytes, 'text/plain');
    await attachments.store('empty.bin', Buffer.alloc(0));
    await bulk.store(new User('after', 2), 'rich/2');
    await bulk.finish();

    const session = store.openSession();
    const rich = await session.load<User>('rich/1', User);
    expect(await session.countersFor('rich/1').getAll()).toEqual({ likes: 6, visits: -2 });
    const names = session.advanced.attachments.getNames(rich ?? {});
    expect(names.map(({ name, size, contentType }) => ({ name, size, contentType }))).toEqual([
      { name: 'empty.bin', size: 0, contentType: '' },
      { name: 'note.txt', size: bytes.length, contentType: 'text/plain' },
    ]);
    expect(await bytesOf(await session.advanced.attachments.get('rich/1', 'note.txt'))).toEqual(bytes);
    expect(await session.load('rich/2')).toMatchObject({ name: 'after' });
  });

  test('aborts', async () => {
    const bulk = store.bulkInsert();
    await bulk.store(new User('aborted', 1), 'aborted/1');
    // A real server can abort only after it received the request of the insert.
    await expect.poll(insertsUnderWay, { timeout: 20_000 }).toBe(1);
    await bulk.abort();
    const error = await failure(
      (async () => {
        for (let i = 2; i < 5; i++) await bulk.store(new User('aborted', i), `aborted/${i}`);
        await bulk.finish();
      })(),
    );
    expect(error.name).toBe('BulkInsertAbortedException');
  });

  test('reports a document that cannot be stored', async () => {
    const bulk = store.bulkInsert();
    const error = await failure(
      (async () => {
        await bulk.store(new User('before', 1), 'mixed/1');
        await bulk.store(new User('wrong', 2), `mixed/${'x'.repeat(600)}`);
        await bulk.finish();
      })(),
    );
    expect(error.message).toMatch(/512|too long/i);
  });

  test('updates the statistics', async () => {
    const before = await store.maintenance.send(new GetStatisticsOperation());
    const bulk = store.bulkInsert();
    for (let i = 0; i < 50; i++) await bulk.store(new User('counted', i), `counted/${i}`);
    await bulk.finish();
    const after = await store.maintenance.send(new GetStatisticsOperation());
    // The client's HiLo document may be included.
    expect(after.countOfDocuments - before.countOfDocuments).toBeGreaterThanOrEqual(50);
  });
});

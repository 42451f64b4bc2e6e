import {
  ConfigureRevisionsOperation,
  GetRevisionsOperation,
  RevisionsCollectionConfiguration,
  RevisionsConfiguration,
} from 'ravendb';
import { beforeAll, expect } from 'vitest';
import { bytesOf } from './bytes.ts';
import { Order, User } from './entities.ts';
import { failure } from './failure.ts';
import { raw } from './raw.ts';
import { serverUrl, topic } from './environment/topic.ts';

topic('revisions', ({ store, test }) => {
  const configure = async (
    collections: Record<string, Partial<RevisionsCollectionConfiguration>>,
  ): Promise<void> => {
    const configuration = new RevisionsConfiguration();
    configuration.collections = new Map(
      Object.entries(collections).map(([name, each]) => [
        name,
        Object.assign(new RevisionsCollectionConfiguration(), { disabled: false }, each),
      ]),
    );
    await store.maintenance.send(new ConfigureRevisionsOperation(configuration));
  };
  beforeAll(async () => {
    if (serverUrl !== '') await configure({ Users: {}, Orders: { minimumRevisionsToKeep: 2 } });
  });

  /** Saves one version after the other and returns their change vectors. */
  const versions = async (id: string, ...ages: number[]): Promise<string[]> => {
    const vectors: string[] = [];
    for (const age of ages) {
      const session = store.openSession();
      const user = new User('versioned', age);
      await session.store(user, id);
      await session.saveChanges();
      vectors.push(session.advanced.getChangeVectorFor(user));
    }
    return vectors;
  };
  const revisionsOf = (id: string): Promise<User[]> =>
    store.openSession().advanced.revisions.getFor<User>(id);
  const ages = async (id: string): Promise<number[]> => (await revisionsOf(id)).map(({ age }) => age);

  test('creates one per save, newest first', async () => {
    await versions('users/1', 1, 2, 3);
    expect(await ages('users/1')).toEqual([3, 2, 1]);
    const session = store.openSession();
    const user = await session.load<User>('users/1', User);
    expect(session.advanced.getMetadataFor(user ?? {})['@flags']).toBe('HasRevisions');
    expect(await session.advanced.revisions.getCountFor('users/1')).toBe(3);
    expect(await revisionsOf('users/none')).toEqual([]);
  });

  test('pages them, and their metadata alone', async () => {
    const vectors = await versions('users/2', 1, 2, 3, 4);
    const { revisions } = store.openSession().advanced;
    expect(
      (await revisions.getFor<User>('users/2', { start: 1, pageSize: 2 })).map(({ age }) => age),
    ).toEqual([3, 2]);
    const metadata = await revisions.getMetadataFor('users/2');
    expect(metadata.map((each) => String(each['@change-vector']))).toEqual([...vectors].reverse());
    expect(metadata[0]?.['@flags']).toMatch(/Revision/);
    const page = await store.operations.send(
      new GetRevisionsOperation<User>('users/2', { start: 0, pageSize: 1 }),
    );
    expect(page.totalResults).toBe(4);
    expect(page.results).toHaveLength(1);
  });

  test('returns one by change vector, several, and null for an unknown one', async () => {
    const [first = '', , third = ''] = await versions('users/3', 1, 2, 3);
    const { revisions } = store.openSession().advanced;
    expect(await revisions.get<User>(first)).toMatchObject({ age: 1 });
    const several = await revisions.get<User>([first, third, 'A:9999-AAAAAAAAAAAAAAAAAAAAAA']);
    expect([several[first]?.age, several[third]?.age]).toEqual([1, 3]);
    expect(several['A:9999-AAAAAAAAAAAAAAAAAAAAAA']).toBeFalsy();
    expect(await revisions.get('A:9998-AAAAAAAAAAAAAAAAAAAAAA')).toBeFalsy();
  });

  test('returns the one valid at a time', async () => {
    await versions('users/4', 1);
    const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
    await pause();
    const between = new Date();
    await pause();
    await versions('users/4', 2);
    const { revisions } = store.openSession().advanced;
    expect(await revisions.get<User>('users/4', between)).toMatchObject({ age: 1 });
    expect(await revisions.get<User>('users/4', new Date(Date.now() + 60_000))).toMatchObject({ age: 2 });
    expect(await revisions.get<User>('users/4', new Date('2000-01-01'))).toBeFalsy();
  });

  test('deletes the oldest beyond the limit', async () => {
    for (const total of [1, 2, 3, 4]) {
      const session = store.openSession();
      await session.store(new Order('users/1', total), 'orders/1');
      await session.saveChanges();
    }
    const kept = await store.openSession().advanced.revisions.getFor<Order>('orders/1');
    expect(kept.map(({ total }) => total)).toEqual([4, 3]);
  });

  test('creates none without configuration, and one on request', async () => {
    const session = store.openSession();
    const thing = { size: 1, '@metadata': { '@collection': 'Things' } };
    await session.store(thing, 'things/1');
    await session.saveChanges();
    expect(await revisionsOf('things/1')).toEqual([]);
    session.advanced.revisions.forceRevisionCreationFor('things/1');
    await session.saveChanges();
    expect(await revisionsOf('things/1')).toHaveLength(1);
    // The second request for the same version creates nothing.
    const second = store.openSession();
    second.advanced.revisions.forceRevisionCreationFor('things/1');
    await second.saveChanges();
    expect(await revisionsOf('things/1')).toHaveLength(1);
  });

  test('rejects a forced revision of a missing document', async () => {
    const session = store.openSession();
    session.advanced.revisions.forceRevisionCreationFor('things/none');
    expect((await failure(session.saveChanges())).message).toContain('things/none');
  });

  test('keeps revisions of a deleted document, and lists it in the bin', async () => {
    await versions('users/5', 1, 2);
    const session = store.openSession();
    await session.delete('users/5');
    await session.saveChanges();
    const left = await store.openSession().advanced.revisions.getMetadataFor('users/5');
    expect(left.map((each) => String(each['@flags']))).toEqual([
      expect.stringContaining('DeleteRevision'),
      expect.stringContaining('Revision'),
      expect.stringContaining('Revision'),
    ]);
    const bin = (await raw(store, 'GET', '/revisions/bin?start=0&pageSize=100')).json() as {
      Results: { '@metadata': { '@id': string } }[];
    };
    expect(bin.Results.map((each) => each['@metadata']['@id'])).toContain('users/5');
  });

  test('restores an old version by saving it', async () => {
    const [first = ''] = await versions('users/6', 1, 2);
    const session = store.openSession({ noTracking: true });
    const old = await session.advanced.revisions.get<User>(first, User);
    const second = store.openSession();
    await second.store(Object.assign(new User(), { name: old.name, age: old.age }), 'users/6');
    await second.saveChanges();
    expect(await store.openSession().load('users/6')).toMatchObject({ age: 1 });
    expect(await ages('users/6')).toEqual([1, 2, 1]);
  });

  test('keeps an attachment with its version', async () => {
    await versions('users/7', 1);
    const session = store.openSession();
    session.advanced.attachments.store('users/7', 'a.txt', Buffer.from('then'), 'text/plain');
    await session.saveChanges();
    session.advanced.attachments.delete('users/7', 'a.txt');
    await session.saveChanges();
    const { revisions, attachments } = store.openSession().advanced;
    const had = (await revisions.getMetadataFor('users/7')).find(
      (each) => each['@attachments'] !== undefined,
    );
    const vector = String(had?.['@change-vector']);
    expect(await attachments.exists('users/7', 'a.txt')).toBe(false);
    expect((await bytesOf(await attachments.getRevision('users/7', 'a.txt', vector))).toString()).toBe(
      'then',
    );
  });

  test('creates none for a batch without changes', async () => {
    await versions('users/8', 1);
    const session = store.openSession();
    const user = await session.load<User>('users/8', User);
    await session.saveChanges();
    expect(user?.age).toBe(1);
    expect(await ages('users/8')).toEqual([1]);
  });
});

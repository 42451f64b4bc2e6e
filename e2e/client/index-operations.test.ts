import {
  AbstractJavaScriptIndexCreationTask,
  DeleteIndexErrorsOperation,
  DeleteIndexOperation,
  DisableIndexOperation,
  EnableIndexOperation,
  GetIndexErrorsOperation,
  GetIndexesOperation,
  GetIndexesStatisticsOperation,
  GetIndexingStatusOperation,
  GetIndexNamesOperation,
  GetIndexOperation,
  GetIndexStatisticsOperation,
  GetTermsOperation,
  IndexDefinition,
  IndexHasChangedOperation,
  PutIndexesOperation,
  ResetIndexOperation,
  SetIndexesLockOperation,
  SetIndexesPriorityOperation,
  StartIndexingOperation,
  StartIndexOperation,
  StopIndexingOperation,
  StopIndexOperation,
} from 'ravendb';
import { expect } from 'vitest';
import { User } from './entities.ts';
import { failure } from './failure.ts';
import { topic } from './environment/topic.ts';

class UsersByName extends AbstractJavaScriptIndexCreationTask<User, { name: string }> {
  constructor() {
    super();
    this.map(User, (user) => ({ name: user.name }));
  }
}

class Pet {
  age = 0;
}

const definition = (name: string, ...maps: string[]): IndexDefinition => {
  const index = new IndexDefinition();
  index.name = name;
  index.maps = new Set(maps);
  return index;
};

topic('index operations', ({ store, test }) => {
  const save = async (id: string, name: string, age: number): Promise<void> => {
    const session = store.openSession();
    await session.store(new User(name, age), id);
    await session.saveChanges();
  };
  const count = async (query: string): Promise<number> => {
    const found = store.openSession().advanced.rawQuery<User>(query).waitForNonStaleResults(20_000);
    return (await found.all()).length;
  };
  const stats = (name: string) => store.maintenance.send(new GetIndexStatisticsOperation(name));

  test('puts a class, reads it back, lists it and sends notifications', async () => {
    await save('users/1', 'Ann', 30);
    await save('users/2', 'Ben', 40);
    await store.executeIndex(new UsersByName());
    expect(await count("from index 'UsersByName' where name = 'ann'")).toBe(1);
    const read = await store.maintenance.send(new GetIndexOperation('UsersByName'));
    expect([read.name, read.type]).toEqual(['UsersByName', 'JavaScriptMap']);
    expect(await store.maintenance.send(new GetIndexNamesOperation(0, 10))).toEqual(['UsersByName']);
    expect(await store.maintenance.send(new GetIndexNamesOperation(1, 10))).toEqual([]);
    const [listed] = await store.maintenance.send(new GetIndexesOperation(0, 10));
    expect([...(listed?.maps ?? [])]).toEqual([...read.maps]);
    expect(await store.maintenance.send(new GetTermsOperation('UsersByName', 'name', '', 10))).toEqual([
      'ann',
      'ben',
    ]);
    expect(await store.maintenance.send(new GetTermsOperation('UsersByName', 'name', 'ann', 10))).toEqual([
      'ben',
    ]);
    const told = await stats('UsersByName');
    expect([told.entriesCount, told.state, told.status, told.errorsCount]).toEqual([
      2,
      'Normal',
      'Running',
      0,
    ]);
    expect((await store.maintenance.send(new GetIndexesStatisticsOperation())).length).toBe(1);
  });

  test('ignores an equal definition and accepts a changed one', async () => {
    const known = await store.maintenance.send(new GetIndexOperation('UsersByName'));
    known.lockMode = 'Unlock';
    known.priority = 'Normal';
    known.state = 'Normal';
    expect(await store.maintenance.send(new IndexHasChangedOperation(known))).toBe(false);
    known.maps = new Set(["map('Users', user => ({ name: user.name, age: user.age }))"]);
    expect(await store.maintenance.send(new IndexHasChangedOperation(known))).toBe(true);
  });

  test('sets lock and priority', async () => {
    await store.maintenance.send(new SetIndexesPriorityOperation('UsersByName', 'Low'));
    await store.maintenance.send(new SetIndexesLockOperation('UsersByName', 'LockedIgnore'));
    const told = await stats('UsersByName');
    expect([told.priority, told.lockMode]).toEqual(['Low', 'LockedIgnore']);
    await store.maintenance.send(new DeleteIndexOperation('UsersByName'));
    expect(await store.maintenance.send(new GetIndexNamesOperation(0, 10))).toEqual(['UsersByName']);
    await store.maintenance.send(new SetIndexesLockOperation('UsersByName', 'LockedError'));
    const refused = await failure(store.maintenance.send(new DeleteIndexOperation('UsersByName')));
    expect(refused.message).toContain('UsersByName');
    await store.maintenance.send(new SetIndexesLockOperation('UsersByName', 'Unlock'));
  });

  test('stops and starts one index and all of them', async () => {
    await store.maintenance.send(new StopIndexOperation('UsersByName'));
    expect((await store.maintenance.send(new GetIndexingStatusOperation())).indexes[0]?.status).toBe(
      'Paused',
    );
    await save('users/3', 'Cid', 50);
    const cid = "from index 'UsersByName' where name = 'cid'";
    expect(await store.openSession().advanced.rawQuery<User>(cid).all()).toEqual([]);
    await store.maintenance.send(new StartIndexOperation('UsersByName'));
    expect(await count(cid)).toBe(1);
    await store.maintenance.send(new StopIndexingOperation());
    expect((await store.maintenance.send(new GetIndexingStatusOperation())).status).toBe('Paused');
    await store.maintenance.send(new StartIndexingOperation());
    expect((await store.maintenance.send(new GetIndexingStatusOperation())).status).toBe('Running');
  });

  test('disables and enables an index', async () => {
    await store.maintenance.send(new DisableIndexOperation('UsersByName'));
    expect((await stats('UsersByName')).status).toBe('Disabled');
    await save('users/4', 'Dan', 60);
    await store.maintenance.send(new EnableIndexOperation('UsersByName'));
    expect(await count("from index 'UsersByName' where name = 'dan'")).toBe(1);
  });

  test('returns and clears map errors', async () => {
    // With more than 15 % of failures, the index would be put into the state Error.
    for (let number = 1; number <= 6; number++) {
      const session = store.openSession();
      await session.store(Object.assign(new Pet(), { age: number }), `pets/${number}`);
      await session.saveChanges();
    }
    const bad = definition(
      'Bad',
      "map('Pets', pet => ({ age: pet.age }))",
      "map('Users', user => { if (user.age > 50) throw new Error('too old'); return { age: user.age }; })",
    );
    await store.maintenance.send(new PutIndexesOperation(bad));
    expect(await count("from index 'Bad'")).toBe(9);
    const read = async (): Promise<string[]> => {
      const [errors] = await store.maintenance.send(new GetIndexErrorsOperation(['Bad']));
      return (errors?.errors ?? []).map(({ document }) => document);
    };
    // Real servers store errors shortly after the batch.
    await expect.poll(read, { timeout: 20_000 }).toEqual(['users/4']);
    await store.maintenance.send(new DeleteIndexErrorsOperation(['Bad']));
    await expect.poll(read, { timeout: 20_000 }).toEqual([]);
    await store.maintenance.send(new DeleteIndexOperation('Bad'));
  });

  test('replaces a definition when the new one is up to date', async () => {
    const ages = definition('UsersByName', "map('Users', user => ({ name: user.name, age: user.age }))");
    await store.maintenance.send(new PutIndexesOperation(ages));
    await expect
      .poll(() => store.maintenance.send(new GetIndexNamesOperation(0, 10)), { timeout: 20_000 })
      .toEqual(['UsersByName']);
    expect(await count("from index 'UsersByName' where age >= 40")).toBe(3);
  });

  test('resets and deletes an index', async () => {
    await store.maintenance.send(new ResetIndexOperation('UsersByName'));
    expect(await count("from index 'UsersByName'")).toBe(4);
    await store.maintenance.send(new DeleteIndexOperation('UsersByName'));
    expect(await store.maintenance.send(new GetIndexNamesOperation(0, 10))).toEqual([]);
    const missing = await failure(count("from index 'UsersByName'"));
    expect(missing.name).toBe('IndexDoesNotExistException');
  });
});

import {
  CompactDatabaseOperation,
  GetNextOperationIdCommand,
  GetOperationStateOperation,
  KillOperationCommand,
} from 'ravendb';
import { expect } from 'vitest';
import { User } from './entities.ts';
import { failure } from './failure.ts';
import { topic } from './environment/topic.ts';

topic('operations', ({ database, store, test }) => {
  const nextId = async (): Promise<number> => {
    const command = new GetNextOperationIdCommand();
    await store.openSession().advanced.requestExecutor.execute(command);
    return command.result;
  };
  const stateOf = (id: number): Promise<unknown> =>
    store.maintenance.send(new GetOperationStateOperation(id));

  test('returns increasing ids', async () => {
    const first = await nextId();
    expect(await nextId()).toBeGreaterThan(first);
  });

  test('returns no state for an unknown id', async () => {
    expect((await stateOf(987_654)) ?? null).toBeNull();
  });

  test('reports a bulk insert as an operation with state and result', async () => {
    const before = await nextId();
    const bulk = store.bulkInsert();
    for (let i = 0; i < 20; i++) await bulk.store(new User('bulk', i), `bulk/${i}`);
    await bulk.finish();
    expect(await stateOf(before + 1)).toMatchObject({
      status: 'Completed',
      result: { total: 20, documentsProcessed: 20, message: expect.stringContaining('20') as string },
    });
  });

  test('kills a running operation', async () => {
    const before = await nextId();
    const bulk = store.bulkInsert();
    await bulk.store(new User('killed', 1), 'killed/1');
    // The client's buffer is flushed only when more data follows.
    for (let i = 0; i < 2000; i++) await bulk.store(new User('x'.repeat(1000), i), `killed-more/${i}`);
    const id = before + 1;
    const deadline = Date.now() + 10_000;
    while (
      ((await stateOf(id)) as { status?: string } | null)?.status !== 'InProgress' &&
      Date.now() < deadline
    )
      await new Promise((resolve) => setTimeout(resolve, 20));
    await store.openSession().advanced.requestExecutor.execute(new KillOperationCommand(id));
    await failure(
      (async () => {
        for (let i = 0; i < 500; i++) {
          await bulk.store(new User('x'.repeat(1000), i), `late/${i}`);
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
        await bulk.finish();
      })(),
    );
    expect(await stateOf(id)).toMatchObject({
      status: 'Faulted',
      result: { error: expect.stringContaining('CanceledException') as string },
    });
  });

  test('accepts killing an unknown operation', async () => {
    const { requestExecutor } = store.openSession().advanced;
    const error = await failure(requestExecutor.execute(new KillOperationCommand(987_655)));
    expect(error.message).toContain('987655');
  });

  test('compacts a database, which stays usable', async () => {
    const session = store.openSession();
    await session.store(new User('kept', 1), 'kept/1');
    await session.saveChanges();
    const running = await store.maintenance.server.send(
      // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- the client's own types say it so
      new CompactDatabaseOperation({ databaseName: database, documents: true, indexes: [] }),
    );
    await running.waitForCompletion();
    expect(await store.openSession().load('kept/1')).toMatchObject({ name: 'kept' });
    await session.store(new User('after', 2), 'kept/2');
    await session.saveChanges();
  });
});

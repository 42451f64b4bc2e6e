import {
  CreateDatabaseOperation,
  DeleteDatabasesOperation,
  GetBuildNumberOperation,
  GetDatabaseNamesOperation,
  GetDatabaseRecordOperation,
} from 'ravendb';
import { expect } from 'vitest';
import { User } from './entities.ts';
import { failure } from './failure.ts';
import { disposed } from './environment/disposed.ts';
import { topic } from './environment/topic.ts';

topic('databases', ({ anotherStore, database, store, test }) => {
  const { server } = store.maintenance;

  test('creates, lists, uses and deletes a database', async () => {
    const name = `${database}-other`;
    const made = await server.send(new CreateDatabaseOperation({ databaseName: name }));
    expect(made).toMatchObject({ name, topology: { members: ['A'], replicationFactor: 1 } });
    expect(await server.send(new GetDatabaseNamesOperation(0, 1000))).toContain(name);
    const other = anotherStore((each) => (each.database = name));
    const session = other.openSession();
    await session.store(new User('Ann', 1), 'users/1');
    await session.saveChanges();
    expect(await store.openSession().load('users/1')).toBeNull();
    await disposed(other);
    await server.send(new DeleteDatabasesOperation({ databaseNames: [name], hardDelete: true }));
    expect(await server.send(new GetDatabaseNamesOperation(0, 1000))).not.toContain(name);
  });

  test('rejects an existing name', async () => {
    const error = await failure(server.send(new CreateDatabaseOperation({ databaseName: database })));
    expect(error.name).toBe('ConcurrencyException');
    expect(error.message).toContain(database);
  });

  test('rejects an invalid name', async () => {
    const error = await failure(server.send(new CreateDatabaseOperation({ databaseName: 'what/ever:*' })));
    expect(error.message).toContain('what/ever:*');
  });

  test('distinguishes a missing database from an unreachable server', async () => {
    const other = anotherStore((each) => (each.database = `${database}-never`));
    const error = await failure(other.openSession().load('users/1'));
    expect(error.name).toBe('DatabaseDoesNotExistException');
    expect(error.message).toContain(`${database}-never`);
  });

  test('returns the record, and null for an unknown name', async () => {
    expect(await server.send(new GetDatabaseRecordOperation(database))).toMatchObject({
      databaseName: database,
    });
    expect(await server.send(new GetDatabaseRecordOperation(`${database}-never`))).toBeFalsy();
  });

  test('accepts deleting a missing database', async () => {
    const parameters = { databaseNames: [`${database}-never`], hardDelete: true };
    expect(await server.send(new DeleteDatabasesOperation(parameters))).toMatchObject({ pendingDeletes: [] });
  });

  test('returns the build number', async () => {
    const build = await server.send(new GetBuildNumberOperation());
    expect(build.buildVersion).toBeGreaterThan(60_000);
    expect(build.productVersion).toMatch(/^\d+\.\d+/);
  });
});

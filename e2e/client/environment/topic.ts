/**
 * A topic of the official client's tests: a database on the server of the environment, deleted afterwards. The same
 * tests run in two environments: `ravendb`, the reference, and `rookeryd`, which must behave the same.
 */
import { randomBytes } from 'node:crypto';
import {
  CreateDatabaseOperation,
  DeleteDatabasesOperation,
  DocumentStore,
  type IDocumentStore,
} from 'ravendb';
import { disposed } from './disposed.ts';
import { afterAll, beforeAll, describe, inject, test } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty when this environment has no server. */
    serverUrl: string;
  }
}

export type Environment = 'rookeryd' | 'ravendb';
export const environment: Environment =
  process.env.ROOKERY_CLIENT_ENVIRONMENT === 'ravendb' ? 'ravendb' : 'rookeryd';
export const serverUrl = inject('serverUrl');

/** Runs tests declared with testPending on rookeryd as well, to see which pass. */
const runPending = process.env.ROOKERY_CLIENT_TRY_ALL !== undefined;

export interface Topic {
  readonly database: string;
  /** A store for the lifetime of the topic. */
  readonly store: IDocumentStore;
  /** Another store on the same database, disposed with the topic. */
  anotherStore(adjust?: (store: DocumentStore) => void): IDocumentStore;
  test(name: string, work: () => Promise<void>): void;
  /** A test that rookeryd does not pass yet, with the reason: skipped by name there. Real servers run it. */
  testPending(reason: string, name: string, work: () => Promise<void>): void;
}

export function topic(name: string, define: (topic: Topic) => void): void {
  const database = `client-${name.replaceAll(/\W+/g, '-')}-${randomBytes(4).toString('hex')}`;
  const stores: DocumentStore[] = [];
  const open = (adjust?: (store: DocumentStore) => void): DocumentStore => {
    // Initializing a store sends no request.
    const store = new DocumentStore(serverUrl === '' ? 'http://no-server.invalid' : serverUrl, database);
    adjust?.(store);
    store.initialize();
    stores.push(store);
    return store;
  };
  const store = open();

  describe(`ravendb client on ${environment}: ${name}`, () => {
    beforeAll(async () => {
      if (serverUrl === '') return;
      await store.maintenance.server.send(new CreateDatabaseOperation({ databaseName: database }));
    });
    afterAll(async () => {
      if (serverUrl === '') return;
      const parameters = { databaseNames: [database], hardDelete: true };
      for (const other of stores) if (other !== store) await disposed(other);
      await store.maintenance.server.send(new DeleteDatabasesOperation(parameters));
      await disposed(store);
    });
    define({
      database,
      store,
      anotherStore: open,
      test: (title, work) => declareTest(title, work),
      testPending: (reason, title, work) => declareTest(title, work, reason),
    });
  });
}

/** The reason of a skip is part of its name, which reports show. */
function declareTest(title: string, work: () => Promise<void>, waitsFor?: string): void {
  const reason =
    serverUrl === ''
      ? 'ROOKERY_TEST_RAVENDB_URL names no server'
      : environment === 'rookeryd' && waitsFor !== undefined && !runPending
        ? `not on rookeryd yet: ${waitsFor}`
        : undefined;
  if (reason === undefined) test(title, work);
  else test.skip(`${title}: ${reason}`, work);
}

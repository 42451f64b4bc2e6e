import { describe, expect, it } from 'vitest';
import type { OperationControl } from '../../../app/registry/index.ts';
import type { CopyRequest } from './copy-to-sandbox.ts';
import { readQuerySource } from './query-source.ts';
import { useReproductions, type Reproduction } from './reproductions.ts';
import { limits } from './sampling.ts';
import { testServers, type TestServers } from './server-for-tests.ts';

type SandboxAnswer = Parameters<typeof testServers>[0]['sandboxAnswer'];

const documents = Array.from({ length: 200 }, (_, at) => ({
  id: `orders/${at}-A`,
  collection: 'Orders',
  members: `"N":${at}`,
}));

async function prepared(
  sandboxAnswer?: SandboxAnswer,
): Promise<{ servers: TestServers; request: CopyRequest }> {
  const servers = testServers({
    documents,
    matches: documents.map(({ id }) => id),
    indexName: 'Auto/Orders/ByN',
    ...(sandboxAnswer ? { sandboxAnswer } : {}),
  });
  const db = servers.server.database('shop');
  const text = { query: 'from Orders where N > 1', parameters: {} };
  const request: CopyRequest = {
    db,
    text,
    source: await readQuerySource(db, text),
    choice: { kind: 'matching', count: 200, followReferences: false, maskedFields: [] },
    random: () => 0,
    sandbox: servers.sandbox,
    name: 'shop-repro',
    limits,
    expected: 200,
  };
  return { servers, request };
}

const store = () => useReproductions.getState();
const stateOf = (tab: string): Reproduction | undefined => store().states.get(tab);

/** Runs the work immediately, as the shell does; `cancel` is the button of the status bar. */
function shell() {
  const abort = new AbortController();
  const notes: (string | undefined)[] = [];
  let changes = 0;
  const control: OperationControl = { signal: abort.signal, report: ({ note }) => notes.push(note) };
  return {
    options: {
      runOperation: <T>(_title: string, work: (control: OperationControl) => Promise<T>) => work(control),
      onDatabases: () => {
        changes++;
      },
    },
    cancel: () => abort.abort(),
    notes,
    changes: () => changes,
  };
}

const deletions = (servers: TestServers) =>
  servers.log.filter((line) => line === 'sandbox DELETE /admin/databases');

it('reports progress to the shell and ends with the result', async () => {
  const { request } = await prepared();
  const { options, notes, changes } = shell();
  await store().start('done', request, options);
  expect(stateOf('done')).toMatchObject({ kind: 'copied', result: { documents: 200, references: 0 } });
  expect(notes.at(-1)).toMatch(/^200 of about 200 documents/);
  expect(changes()).toBeGreaterThan(0);
});

describe('a cancelled copy', () => {
  it.each([
    ['keep', 'kept', 0],
    ['delete', 'deleted', 1],
  ] as const)('that should %s its database has it %s', async (chosen, database, deleted) => {
    const tab = `cancel ${chosen}`;
    const { servers, request } = await prepared((route) => {
      if (route.endsWith('/bulk_docs')) store().cancel(tab, chosen);
      return undefined;
    });
    await store().start(tab, request, shell().options);
    expect(stateOf(tab)).toMatchObject({ kind: 'cancelled', database });
    expect(deletions(servers)).toHaveLength(deleted);
  });

  it('from the status bar keeps the database', async () => {
    const bar = shell();
    const { servers, request } = await prepared((route) => {
      if (route.endsWith('/bulk_docs')) bar.cancel();
      return undefined;
    });
    await store().start('bar', request, bar.options);
    expect(stateOf('bar')).toMatchObject({ kind: 'cancelled', database: 'kept' });
    expect(deletions(servers)).toEqual([]);
  });

  it('says that the database remains when it cannot be deleted', async () => {
    const { request } = await prepared((route) => {
      if (route.endsWith('/bulk_docs')) store().cancel('refused', 'delete');
      if (route.startsWith('DELETE')) return { status: 500, body: '{"Message":"disk full"}' };
      return undefined;
    });
    await store().start('refused', request, shell().options);
    expect(stateOf('refused')).toMatchObject({
      kind: 'failed',
      database: 'kept',
      error: { detail: 'disk full', message: expect.stringContaining('was not deleted') as string },
    });
  });
});

describe('a failed copy', () => {
  it('reports its step and that the partial database was kept', async () => {
    const { servers, request } = await prepared((route) =>
      route.endsWith('/queries') ? { status: 500, body: '{"Message":"no spatial search"}' } : undefined,
    );
    await store().start('query', request, shell().options);
    expect(stateOf('query')).toMatchObject({
      kind: 'failed',
      step: 'query',
      database: 'kept',
      error: { message: 'no spatial search' },
    });
    await store().deleteCopy('query', servers.sandbox, () => undefined);
    expect(stateOf('query')?.kind).toBe('deleted');
  });

  it('never deletes a database that it did not create', async () => {
    const { servers, request } = await prepared((route) => {
      if (route !== 'PUT /admin/databases') return undefined;
      store().cancel('taken', 'delete');
      return { status: 409, body: '{"Message":"exists already"}' };
    });
    await store().start('taken', request, shell().options);
    expect(stateOf('taken')).toMatchObject({ kind: 'cancelled', database: 'none' });
    expect(deletions(servers)).toEqual([]);
  });
});

it('forgets a copy that ended, and keeps one that is running', async () => {
  const { request } = await prepared((route) => {
    if (route.endsWith('/bulk_docs')) store().clear('clear');
    return undefined;
  });
  await store().start('clear', request, shell().options);
  expect(stateOf('clear')?.kind).toBe('copied');
  store().clear('clear');
  expect(stateOf('clear')).toBeUndefined();
});

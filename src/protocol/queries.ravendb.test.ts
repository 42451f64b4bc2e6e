/** The same calls against a real server: set ROOKERY_TEST_RAVENDB_URL to one without certificates. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { directPort } from './ports-for-tests.ts';
import { locateQueryProblem, run } from './queries.ts';
import { captureStacks } from './thread-stacks.ts';
import { runaway, watchThreads } from './threads.ts';

const setting: unknown = import.meta.env.ROOKERY_TEST_RAVENDB_URL;
const url = typeof setting === 'string' && setting !== '' ? setting : undefined;

describe.skipIf(url === undefined)('queries and threads of a real server (ROOKERY_TEST_RAVENDB_URL)', () => {
  const server = new ServerClient(directPort(url ?? ''), 'real');
  const name = `rookery-queries-${Date.now()}`;
  const db = server.database(name);

  beforeAll(async () => {
    await server.send('PUT', '/admin/databases', {
      query: { name, replicationFactor: 1 },
      json: { DatabaseName: name, Settings: { 'Indexing.Auto.SearchEngineType': 'Corax' } },
    });
    await db.send('POST', '/bulk_docs', {
      json: {
        Commands: Array.from({ length: 40 }, (_, i) => ({
          Id: `things/${i}`,
          ChangeVector: null,
          Type: 'PUT',
          Document: { Size: i, Kind: i % 2 === 0 ? 'even' : 'odd', '@metadata': { '@collection': 'Things' } },
        })),
      },
    });
  }, 60_000);
  afterAll(() =>
    server.send('DELETE', '/admin/databases', {
      json: { DatabaseNames: [name], HardDelete: true, TimeToWaitForConfirmation: '00:00:10' },
    }),
  );

  it('returns rows, total, index, timings and the Corax plan', async () => {
    const answer = await run(db, {
      query: 'from Things where Kind = $kind and Size > 10 order by Size include timings() limit 3',
      parameters: { kind: 'even' },
      waitForFresh: true,
    });
    expect(answer.rows).toHaveLength(3);
    expect(answer.total).toBe(14);
    expect(answer.indexName).toMatch(/^Auto\/Things\//);
    expect(answer.isStale).toBe(false);
    expect(answer.timings?.children.map((span) => span.name)).toContain('Query');
    expect(answer.plan?.operation).toMatch(/^Sorting/);
    expect(answer.plan?.children.length).toBeGreaterThan(0);
  }, 60_000);

  it('locates a syntax error on the first and on a later line', async () => {
    for (const [query, word] of [
      ['from Things whre Size > 1', 'Size'],
      ['from Things\n  whre Size > 1', 'Size'],
    ] as const) {
      const thrown = await run(db, { query }).catch((error: unknown) => error);
      const at = locateQueryProblem(thrown, query);
      expect(
        query.split('\n')[(at?.line ?? 0) - 1]?.slice((at?.column ?? 0) - 1, (at?.endColumn ?? 0) - 1),
      ).toBe(word);
    }
  });

  it('reports an index that does not exist', async () => {
    await expect(run(db, { query: 'from index "No/Such"' })).rejects.toThrow('No/Such');
  });

  it('lists the threads, by request and by feed', async () => {
    const requests = await runaway(server);
    expect(requests.threads.length).toBeGreaterThan(5);
    const abort = new AbortController();
    for await (const item of watchThreads(server, abort.signal)) {
      if (item.kind !== 'message') continue;
      expect(item.value.threads.length).toBeGreaterThan(0);
      break;
    }
    abort.abort();
  }, 30_000);

  it('captures the stacks, or reports that the tool is missing', async () => {
    let failure: unknown;
    const capture = await captureStacks(server).catch((error: unknown) => {
      failure = error;
      return null;
    });
    if (capture) expect(capture.groups.some((group) => group.frames.length > 0)).toBe(true);
    else expect(failure).toMatchObject({ status: 500, type: 'FileNotFoundException' });
  }, 120_000);
});

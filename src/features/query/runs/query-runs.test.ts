import { beforeEach, expect, test } from 'vitest';
import { PortError } from '../../../contract/index.ts';
import { ServerClient } from '../../../protocol/client.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { type QueryInput, useQueryRuns } from './query-runs.ts';

const request: QueryInput = {
  query: 'from X',
  timings: false,
  parameters: {},
  waitForFresh: false,
  newIndex: undefined,
};
const ok = (total: number) => ({
  body: JSON.stringify({ TotalResults: total, Results: [], DurationInMs: 1 }),
});

beforeEach(() => useQueryRuns.setState({ runs: new Map() }));

function database(http: Parameters<typeof scriptedPort>[0]['http']) {
  return new ServerClient(scriptedPort({ http }), 'c').database('d');
}

test('stores the result in the tab', async () => {
  await useQueryRuns.getState().start(
    't',
    database(() => ok(3)),
    request,
  );
  expect(useQueryRuns.getState().runs.get('t')).toMatchObject({ kind: 'answered', answer: { total: 3 } });
});

test('keeps the first result while a second run is active', async () => {
  const { start } = useQueryRuns.getState();
  await start(
    't',
    database(() => ok(1)),
    request,
  );
  const second = start(
    't',
    database(() => ok(2)),
    request,
  );
  expect(useQueryRuns.getState().runs.get('t')).toMatchObject({
    kind: 'running',
    last: { answer: { total: 1 } },
  });
  await second;
  expect(useQueryRuns.getState().runs.get('t')).toMatchObject({ kind: 'answered', answer: { total: 2 } });
});

test('reports a stopped run, which is not an error', async () => {
  const never = database(() => new Promise(() => undefined));
  const running = useQueryRuns.getState().start('t', never, request);
  useQueryRuns.getState().stop('t');
  expect((await running).kind).toBe('stopped');
});

test('keeps what the host reports about a stopped run', async () => {
  const message = 'The query was cancelled after 12 documents were read.';
  const stopped = database(() => Promise.reject(new PortError({ code: 'cancelled', message })));
  expect(await useQueryRuns.getState().start('t', stopped, request)).toMatchObject({
    kind: 'stopped',
    message,
  });
});

test('cancels the previous run on start, and ignores its late result', async () => {
  const { start } = useQueryRuns.getState();
  const first = start(
    't',
    database(() => new Promise(() => undefined)),
    request,
  );
  const second = await start(
    't',
    database(() => ok(7)),
    request,
  );
  expect((await first).kind).toBe('stopped');
  expect(useQueryRuns.getState().runs.get('t')).toBe(second);
});

test('locates a syntax error', async () => {
  const body = JSON.stringify({
    Type: 'Raven.Server.Documents.Queries.Parser.QueryParser+ParseException',
    Message: '1:1 Expected FROM clause but got: fro\nQuery: \nfro X',
  });
  const ended = await useQueryRuns.getState().start(
    't',
    database(() => ({ status: 500, body })),
    { ...request, query: 'fro X' },
  );
  expect(ended).toMatchObject({ kind: 'failed', problem: { line: 1, column: 1, endColumn: 4 } });
});

test('keeps the results of the newest tabs only', async () => {
  for (let i = 0; i < 15; i++)
    await useQueryRuns.getState().start(
      `t${i}`,
      database(() => ok(i)),
      request,
    );
  expect([...useQueryRuns.getState().runs.keys()]).toEqual(Array.from({ length: 12 }, (_, i) => `t${i + 3}`));
});

import { expect, test } from 'vitest';
import { creationTimes } from './index-creation.ts';

const index = 'Auto/Orders/ByFreight';
const created = Date.parse('2026-11-22T10:00:00.000Z');
const batch = (Started: string, DurationInMs: number) => ({ Id: 1, Started, DurationInMs });
const answer = {
  indexName: index,
  durationMs: 89,
  withoutIndexMs: null,
  roundTripMs: 95,
  plan: null,
  timings: null,
};

test('adds the batches that ran during the query, and names the rest', () => {
  const performance = {
    Results: [
      {
        Name: index,
        Performance: [
          batch('2026-11-22T10:00:00.0020000Z', 80),
          batch('2026-11-22T10:00:00.0830000Z', 5),
          batch('2026-11-22T10:00:09.0000000Z', 700),
        ],
      },
    ],
  };
  expect(creationTimes(answer, created, performance)).toEqual({
    index,
    buildMs: 85,
    restMs: 4,
    queryMs: null,
    spans: null,
  });
});

test('takes the time of the query itself where the sandbox reports it', () => {
  const performance = {
    Results: [{ Name: index, Performance: [batch('2026-11-22T10:00:00.0020000Z', 80)] }],
  };
  expect(creationTimes({ ...answer, withoutIndexMs: 0.3 }, created, performance)).toMatchObject({
    buildMs: 80,
    restMs: 9,
    queryMs: 0.3,
  });
});

test('reports no duration when the server has no batches', () => {
  expect(creationTimes(answer, created, { Results: [] })).toEqual({
    index,
    buildMs: null,
    restMs: null,
    queryMs: null,
    spans: null,
  });
});

test('splits the time of the query where the server reports its parts', () => {
  const span = (name: string, durationMs: number) => ({ name, durationMs, children: [] });
  const timings = {
    ...span('Total', 1614),
    children: [span('Optimizer', 115), span('Query', 168), span('Staleness', 1329)],
  };
  const { spans } = creationTimes({ ...answer, timings }, created, { Results: [] });
  expect(spans).toEqual({ createMs: 115, waitMs: 1329, queryMs: 168 });
  // The sandbox reports no wait.
  const parts = { ...timings, children: timings.children.slice(0, 2) };
  expect(creationTimes({ ...answer, timings: parts }, created, { Results: [] }).spans).toBeNull();
});

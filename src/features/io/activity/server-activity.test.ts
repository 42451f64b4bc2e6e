import { describe, expect, it } from 'vitest';
import { EventStore } from '../../../charts/timeline/data.ts';
import { batchOf } from '../../../charts/timeline/events-for-tests.ts';
import { noBatches } from '../../../protocol/indexing-batches.ts';
import type { TrafficItem } from '../../../protocol/traffic.ts';
import { hintsOf } from '../analysis/hints.ts';
import { runToEnd } from '../analysis/in-slices.ts';
import { attributeStalls } from '../analysis/stall-attribution.ts';
import { writeSizesOf } from '../analysis/write-sizes.ts';
import { JOURNAL } from '../io-kinds.ts';
import { activityRows } from './activity-figures.ts';
import { activityLanes } from './activity-lanes.ts';
import { RequestSeconds } from './request-seconds.ts';
import { activityPeriods, noActivity, type ServerActivity } from './server-activity.ts';

const request = (at: number, elapsedMs: number, part: Partial<TrafficItem> = {}): TrafficItem => ({
  ...{ at, elapsedMs, method: 'POST', path: '/databases/a/queries', database: 'a', status: 200 },
  ...{ client: null, certificate: null, info: 'from Orders', kind: 'Queries' },
  ...{ requestBytes: 1, responseBytes: 1, ...part },
});

describe('the requests of each second', () => {
  it('have percentiles, failures and slow queries, and leave out sockets', () => {
    const requests = new RequestSeconds();
    for (let i = 1; i <= 100; i++) requests.add(request(1_000 + i, i < 100 ? 1 : 80));
    requests.add(request(1_500, 99_999, { status: 101 }));
    requests.add(request(1_600, 5_000, { path: '/admin/debug/memory/gc-events?delay=5', kind: 'None' }));
    requests.add(request(9_000, 4, { status: 500 }));
    expect(requests.seconds).toEqual([
      { at: 1_000, count: 100, failed: 0, p50: 1, p99: 1, max: 80 },
      { at: 9_000, count: 1, failed: 1, p50: 4, p99: 4, max: 4 },
    ]);
    expect(requests.queries).toEqual([
      { key: 'request 1', start: 1_020, end: 1_100, database: 'a', query: 'from Orders' },
    ]);
  });

  it('replace a running query with its longer self', () => {
    const requests = new RequestSeconds();
    for (const end of [100, 200])
      requests.addQuery({ key: 'a', start: 0, end, database: 'a', query: 'from Orders' });
    expect(requests.queries.map(({ end }) => end)).toEqual([200]);
  });
});

const activity: ServerActivity = {
  pauses: [
    { start: 1_000, end: 1_100, generation: 2, reason: 'Induced' },
    { start: 5_000, end: 5_001, generation: 0, reason: 'AllocSmall' },
  ],
  queries: [
    { key: 'a', start: 0, end: 100, database: 'shop', query: 'from Orders' },
    { key: 'b', start: 50, end: 150, database: 'shop', query: 'from Users' },
    { key: 'c', start: 120, end: 160, database: 'shop', query: 'from Items' },
  ],
  seconds: [{ at: 1_000, count: 3, failed: 1, p50: 2, p99: 9, max: 9 }],
};

it('places queries that run at once below each other', () => {
  const lanes = activityLanes(activity);
  expect(lanes.map(({ label }) => label)).toEqual(['GC pauses', 'Slow queries', 'Requests p99']);
  expect(lanes[1]?.flame?.spans.map(({ depth }) => depth)).toEqual([0, 1, 0]);
  expect(lanes[0]?.flame?.spans[0]?.name).toBe('Generation 2 · 100 ms · Induced');
  expect(activityLanes(noActivity)).toEqual([]);
});

it('counts what starts in the range', () => {
  const rows = activityRows(activity, { from: 900, to: 4_000 });
  expect(rows.map(({ name, count, longest }) => [name, count, longest])).toEqual([
    ['GC pauses, generation 2', 1, 100],
    ['Requests', 3, 9],
  ]);
});

describe('the attribution of slow writes', () => {
  /** 40 writes a second; those during the pause are slow. */
  const store = new EventStore();
  store.add(
    0,
    JOURNAL,
    batchOf(
      Array.from({ length: 400 }, (_, i) => ({
        ...{ start: i * 10, size: 1, source: 0 },
        duration: i >= 100 && i < 140 ? 50 : 1,
      })),
    ),
  );
  const pauses = [{ start: 1_000, end: 1_390, generation: 2, reason: 'AllocLarge' }];
  const attribution = (withActivity: boolean) =>
    runToEnd(
      attributeStalls(
        store,
        [{ id: 0, shift: 0, disk: 'a', withActivity }],
        { from: 0, to: 4_000 },
        { timesMedian: 4, atLeastMs: 5 },
        activityPeriods({ ...noActivity, pauses }, noBatches),
      ),
    );

  it('names the generation of the collections that slow writes overlap', () => {
    const found = attribution(true);
    expect(found.activity.map(({ id, writes, slow }) => [id, writes, slow])).toEqual([['gc2', 39, 39]]);
    expect(found.worst[0]?.activity).toEqual(['gc2']);
    const texts = hintsOf(found, [], runToEnd(writeSizesOf(new EventStore(), [], { from: 0, to: 1 }))).map(
      ({ weight, text }) => `${weight}: ${text}`,
    );
    expect(texts[0]).toMatch(
      /^finding: 39 of 40 slow writes \(98 %\) overlap a GC pause of generation 2: writes are slow in 100 %/,
    );
  });

  it('does not relate writes to the activity of another server', () => {
    expect(attribution(false).activity).toEqual([]);
  });
});

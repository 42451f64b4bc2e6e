import { expect, it } from 'vitest';
import type { Connection, HttpResponse } from '../../../src/contract/index.ts';
import type { JudgedRequest } from '../policy/judged-request.ts';
import type { Transport } from '../transport/transport.ts';
import { endStoppedQuery, queryOf } from './stopped-query.ts';

const QUERY = { database: '/databases/shop', text: 'from Orders' };

/** A server with queries on one index, which the test ends. */
class Server implements Transport {
  readonly killed: string[] = [];
  private polls = 0;
  private readonly durations: readonly number[];
  private readonly endsAfterPolls: number;
  private readonly endsWhenKilled: boolean;

  constructor(durations: readonly number[], endsAfterPolls = Infinity, endsWhenKilled = true) {
    this.durations = durations;
    this.endsAfterPolls = endsAfterPolls;
    this.endsWhenKilled = endsWhenKilled;
  }

  request(request: JudgedRequest): Promise<HttpResponse> {
    const answer = (status: number, body: unknown) =>
      Promise.resolve({ status, headers: {}, body: JSON.stringify(body), ms: 1 });
    if (request.path.includes('/kill')) {
      this.killed.push(request.path);
      return answer(204, null);
    }
    const over = this.polls++ >= this.endsAfterPolls || (this.killed.length > 0 && this.endsWhenKilled);
    const queries = this.durations.map((DurationInMs, index) => ({
      QueryId: index + 1,
      DurationInMs,
      QueryInfo: { Query: QUERY.text },
    }));
    const others = {
      'Auto/Other': [{ QueryId: 1, DurationInMs: 2_000, QueryInfo: { Query: 'from Others' } }],
    };
    return answer(200, { '@metadata': {}, ...others, ...(over ? {} : { 'Auto/Orders': queries }) });
  }
  stream(): Promise<never> {
    throw new Error('not part of this test');
  }

  upload(): Promise<never> {
    throw new Error('not part of this test');
  }

  openSocket(): Promise<never> {
    return Promise.reject(new Error('no feeds here'));
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}

const connection = (mode: Connection['mode']): Connection => ({
  id: 'c',
  name: 'Shop',
  kind: 'server',
  colour: 'slate',
  url: 'http://127.0.0.1:1',
  mode,
});

const ended = (server: Server, mode: Connection['mode'] = 'full') =>
  endStoppedQuery(connection(mode), server, QUERY, performance.now() - 2_000);

it('says that the server has ended a query that disappears by itself', async () => {
  const server = new Server([2_010], 2);
  expect(await ended(server)).toBe('The server has ended the query.');
  expect(server.killed).toEqual([]);
});

it('kills a query that keeps running', async () => {
  const server = new Server([2_010, 60_000]);
  expect(await ended(server)).toBe('The query was killed on the server.');
  expect(server.killed).toEqual(['/databases/shop/debug/queries/kill?indexName=Auto%2FOrders&id=1']);
});

it('does not kill on a read-only connection, and says so', async () => {
  const server = new Server([2_010]);
  expect(await ended(server, 'read-only')).toMatch(
    /still runs the query \(query 1 on the index Auto\/Orders\).*read-only/,
  );
  expect(server.killed).toEqual([]);
});

it('kills none of several that could be meant', async () => {
  const server = new Server([2_010, 2_020]);
  expect(await ended(server)).toContain('still runs 2 queries');
  expect(server.killed).toEqual([]);
});

it('says when a kill has no effect', async () => {
  const server = new Server([2_010], Infinity, false);
  expect(await ended(server)).toContain('still lists the query as running');
  expect(server.killed).toHaveLength(1);
});

it('says that a query is not listed', async () => {
  expect(await ended(new Server([]))).toContain('does not list the query');
});

it('says that nothing is known when the server does not answer', async () => {
  const server = new Server([]);
  server.request = () => Promise.reject(new Error('gone'));
  expect(await ended(server)).toContain('may still be running');
});

it('recognises queries and nothing else', () => {
  const request = { connection: 'c', method: 'POST' as const, path: '/databases/shop/queries?x=1' };
  expect(queryOf({ ...request, body: '{"Query":"from Orders"}' })).toEqual(QUERY);
  expect(queryOf({ ...request, body: '{"Query":' })).toBeUndefined();
  expect(queryOf({ ...request, method: 'PATCH', body: '{"Query":"from Orders"}' })).toBeUndefined();
  expect(queryOf({ ...request, path: '/databases/shop/docs', body: '{"Query":"x"}' })).toBeUndefined();
});

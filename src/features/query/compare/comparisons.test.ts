import { expect, it } from 'vitest';
import { ServerClient } from '../../../protocol/client.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import { useComparisons } from './comparisons.ts';

const answer = (ms: number, ids: readonly string[], plan: string) =>
  JSON.stringify({
    TotalResults: ids.length,
    DurationInMs: ms,
    IndexName: 'Orders/ByX',
    Results: ids.map((id) => ({ N: 1, '@metadata': { '@id': id } })),
    Timings: { DurationInMs: ms, Timings: {}, QueryPlan: { Operation: plan, Parameters: {}, Children: [] } },
  });

function side(label: string, log: string[], body: (run: number) => string, engine: string | null = 'Corax') {
  let runs = 0;
  const texts: string[] = [];
  const port = scriptedPort({
    http: (request) => {
      if (request.path === '/build/version')
        return { body: '{"ProductVersion":"7.1","FullVersion":"7.1.5"}' };
      if (request.path === '/databases/shop/indexes/stats' && engine === null) return { body: 'not JSON' };
      if (request.path === '/databases/shop/indexes/stats')
        return { body: JSON.stringify({ Results: [{ Name: 'orders/byx', SearchEngineType: engine }] }) };
      texts.push(request.body ?? '');
      log.push(`${label} ${request.path}${request.body?.includes('timings()') === true ? ' timings' : ''}`);
      return { body: body(runs++) };
    },
  });
  const db = new ServerClient(port, 'c').database('shop');
  return { label, db, query: 'from Orders', parameters: {}, texts };
}

it('runs both sides in turn, without letting the server build an index, then once for the plans', async () => {
  const log: string[] = [];
  const a = side('A', log, (run) => answer(run === 0 ? 90 : 10, ['o/1', 'o/2'], 'TermMatch'));
  const b = side('B', log, () => answer(2, ['o/1'], 'CollectionScan'), 'Lucene');
  await useComparisons.getState().start('t1', [a, b], { count: 3, cold: false });
  const path = '/databases/shop/queries?disableAutoIndexCreation=true';
  expect(log).toEqual([
    ...[0, 1, 2].flatMap(() => [`A ${path}`, `B ${path}`]),
    `A ${path} timings`,
    `B ${path} timings`,
  ]);
  const state = useComparisons.getState().states.get('t1');
  expect(state).toMatchObject({
    kind: 'finished',
    comparison: {
      before: {
        label: 'A',
        engine: 'Corax',
        cold: null,
        warm: { server: { first: 90, p50: 10, p95: 10 } },
        total: 2,
      },
      after: { label: 'B', engine: 'Lucene', warm: { server: { first: 2, p50: 2 } }, total: 1 },
      results: { onlyBefore: 1, onlyAfter: 0, same: 1 },
      plan: [{ difference: 'removed' }, { difference: 'added' }],
      plans: [{ root: { operation: 'TermMatch' } }, { root: { operation: 'CollectionScan' } }],
    },
  });
});

it('reports which side failed', async () => {
  const log: string[] = [];
  const good = side('A', log, () => answer(1, [], 'TermMatch'));
  const bad = side('B', log, () => 'not JSON');
  await useComparisons.getState().start('t2', [good, bad], { count: 1, cold: false });
  expect(useComparisons.getState().states.get('t2')).toMatchObject({ kind: 'failed', side: 'B' });
});

it('measures cold runs, each with a new text, apart from warm ones', async () => {
  const isCold = (texts: readonly string[]) => texts.at(-1)?.includes('// run ') === true;
  const a = side('A', [], () => answer(isCold(a.texts) ? 40 : 8, [], 'TermMatch'));
  const b = side('B', [], () => answer(1, [], 'TermMatch'));
  await useComparisons.getState().start('t3', [a, b], { count: 3, cold: true });
  const sent = [...a.texts, ...b.texts];
  expect(sent).toHaveLength(14);
  const cold = sent.filter((text) => text.includes('// run '));
  expect(new Set(cold).size).toBe(6);
  for (const text of cold) expect(text).toMatch(/"Query":"from Orders\\n\/\/ run [\w-]+"/);
  expect(useComparisons.getState().states.get('t3')).toMatchObject({
    comparison: {
      before: {
        cold: { server: { first: 40, p50: 40, p95: 40 } },
        warm: { server: { first: 8, p50: 8, p95: 8 } },
      },
    },
  });
});

it('reads the engines before the runs, and names the side whose engines cannot be read', async () => {
  const log: string[] = [];
  const good = side('A', log, () => answer(1, [], 'TermMatch'));
  const bad = side('B', log, () => answer(1, [], 'TermMatch'), null);
  await useComparisons.getState().start('t4', [good, bad], { count: 1, cold: false });
  expect(useComparisons.getState().states.get('t4')).toMatchObject({ kind: 'failed', side: 'B' });
  expect(log).toEqual([]);
});

it('has an unknown engine for an index that is not in the list', async () => {
  const other = (): string => answer(1, [], 'TermMatch').replace('Orders/ByX', 'Orders/New');
  const a = side('A', [], other);
  const b = side('B', [], () => answer(1, [], 'CollectionScan').replace('Orders/ByX', 'collection/Orders'));
  await useComparisons.getState().start('t5', [a, b], { count: 1, cold: false });
  expect(useComparisons.getState().states.get('t5')).toMatchObject({
    comparison: { before: { engine: 'Unknown' }, after: { engine: null } },
  });
});

import { expect, it } from 'vitest';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import type { DatabaseStats } from '../../../protocol/stats.ts';
import { findingsOf } from '../findings/findings.ts';
import type { Both, FigureReading, Figures, Structure } from '../readings/reading.ts';
import type { IndexDefinition } from '../../../protocol/index-definitions.ts';
import { isDifference } from './compare-row.ts';
import { collectionRows, figureRows } from './figure-rows.ts';
import { indexRows } from './index-rows.ts';

const stats = (part: Partial<DatabaseStats>): DatabaseStats => ({
  documents: 10,
  revisions: 0,
  tombstones: 0,
  conflicts: 0,
  attachments: 0,
  counters: 0,
  timeSeriesSegments: 0,
  indexes: 1,
  staleIndexes: 0,
  lastEtag: 10,
  changeVector: null,
  databaseId: null,
  lastIndexing: null,
  sizeOnDisk: 1,
  tempBuffers: 0,
  ...part,
});

const index = (part: Partial<IndexStats>): IndexStats => ({
  name: 'Orders/ByCompany',
  type: 'Map',
  state: 'Normal',
  status: 'Running',
  priority: 'Normal',
  lockMode: 'Unlock',
  sourceType: 'Documents',
  engine: 'Corax',
  isStale: false,
  isInvalid: false,
  isTest: false,
  entries: 830,
  errors: 0,
  mapAttempts: 830,
  mapErrors: 0,
  collections: ['Orders'],
  referencedCollections: [],
  outputCollection: null,
  etagLag: 0,
  lastQuery: null,
  lastIndexing: null,
  created: null,
  ...part,
});

function side(own: {
  stats?: Partial<DatabaseStats>;
  orders?: number;
  index?: Partial<IndexStats> | null;
}): Figures {
  const orders = own.orders ?? 830;
  return {
    stats: { kind: 'read', value: stats(own.stats ?? {}) },
    collections: {
      kind: 'read',
      value: { documents: orders, conflicts: 0, collections: [{ name: 'Orders', documents: orders }] },
    },
    indexes: { kind: 'read', value: own.index === null ? [] : [index(own.index ?? {})] },
  };
}

const reading = (seconds: number, left: Figures, right: Figures): FigureReading => ({
  at: new Date(2026, 0, 1, 14, 0, seconds).getTime(),
  left,
  right,
});

const map = 'from o in docs.Orders\r\nselect new { o.Company }';
function structure(left: IndexDefinition, right: IndexDefinition): Both<Structure> {
  const of = (definition: IndexDefinition): Structure => ({
    version: { kind: 'read', value: { product: '7.1', full: '7.1.5' } },
    definitions: { kind: 'read', value: new Map([['Orders/ByCompany', definition]]) },
    settings: { kind: 'read', value: [] },
  });
  return { left: of(left), right: of(right) };
}
const same = structure(
  { Name: 'Orders/ByCompany', Maps: [map], Reduce: null, Fields: {} },
  { Name: 'Orders/ByCompany', Maps: [map.replace('\r\n', '\n')], Priority: 'Normal' },
);
const entriesOf = (history: readonly FigureReading[], of = same) =>
  indexRows(history, of).find(({ aspect }) => aspect === 'Entries');

const one = { databaseId: 'one', changeVector: 'A:10-one, A:5-two' };
const two = { databaseId: 'two', changeVector: 'A:5-two, A:10-one' };
const different = { index: { entries: 829 } };

it('reports different entries as a mismatch when two readings show them and both sides are current', () => {
  const twice = [0, 5].map((at) => reading(at, side({ stats: one }), side({ stats: two, ...different })));
  const row = entriesOf(twice);
  expect(row).toMatchObject({ state: 'contradiction', left: 830, right: 829 });
  expect(findingsOf(indexRows(twice, same))[0]).toMatchObject({
    severity: 'contradiction',
    section: 'indexes',
  });
  expect(entriesOf(twice.slice(0, 1))?.state).toBe('different');
});

it('reports no mismatch of entries while a precondition is missing', () => {
  const [left, right] = [side({ stats: one }), side({ stats: two, ...different })];
  const state = (before: FigureReading, now: FigureReading, of = same) => entriesOf([before, now], of)?.state;
  const now = reading(5, left, right);
  expect(state(reading(0, left, right), now)).toBe('contradiction');
  // Databases that never exchanged changes can have other documents in the same number.
  const unrelated = side(different);
  expect(entriesOf([reading(0, side({}), unrelated), reading(5, side({}), unrelated)])).toMatchObject({
    state: 'different',
    note: 'Neither is stale, but the databases share no changes. Compare the documents',
  });
  const behind = side({ stats: { ...two, changeVector: 'A:5-two, A:9-one' }, ...different });
  expect(state(reading(0, left, behind), reading(5, left, behind))).toBe('different');
  // The earlier reading does not confirm the later one.
  expect(state(reading(0, left, behind), now)).toBe('different');
  expect(state(reading(0, left, side({ stats: two, index: { entries: 829, isStale: true } })), now)).toBe(
    'different',
  );
  expect(state(reading(0, left, side({ stats: two, orders: 829, ...different })), now)).toBe('different');
  // The indexed collection is written by an index.
  const output = side({ stats: one, index: { outputCollection: 'Orders' } });
  expect(state(reading(0, output, right), reading(5, output, right))).toBe('different');
});

it('does not count documents that indexes write', () => {
  const [left, right] = [
    side({ stats: { ...one, documents: 10 }, orders: 6, index: { outputCollection: 'Orders' } }),
    side({ stats: { ...two, documents: 9 }, orders: 5 }),
  ];
  const rows = (b: Figures) => figureRows([reading(0, left, b), reading(5, left, b)], same);
  const documents = (b: Figures) => rows(b).find(({ aspect }) => aspect === 'Documents');
  expect(documents(right)).toMatchObject({
    state: 'different',
    note: 'Only documents that indexes write differ. They do not replicate.',
  });
  expect(documents(side({ stats: { ...two, documents: 9 }, orders: 6 }))?.state).toBe('contradiction');
});

it('makes a finding of every differing row', () => {
  const left = side({
    stats: { ...one, documents: 10, revisions: 4, attachments: 3, indexes: 2 },
    orders: 6,
  });
  const right = side({
    stats: { changeVector: 'A:5-two, A:9-one', documents: 9, revisions: 5, conflicts: 1 },
    index: {
      entries: 1,
      errors: 2,
      type: 'MapReduce',
      priority: 'High',
      lockMode: 'LockedError',
      engine: 'Lucene',
      state: 'Disabled',
      isStale: true,
    },
  });
  const history = [reading(0, left, right)];
  const other = structure({ Maps: [map] }, { Maps: ['from o in docs.Orders select new { o.Freight }'] });
  const rows = [...figureRows(history, other), ...collectionRows(history), ...indexRows(history, other)];
  const differing = rows.filter(isDifference);
  expect(differing.length).toBeGreaterThanOrEqual(15);
  for (const row of differing) expect(findingsOf([row]), row.aspect).toHaveLength(1);
  expect(findingsOf(rows).map(({ text }) => text)).toContain(
    'Revisions: 4 on the left, 5 on the right (1 more on the right).',
  );
});

it('explains different entries by stale indexes, definitions or documents', () => {
  const entries = (left: Figures, right: Figures, of = same) =>
    entriesOf([reading(0, left, right), reading(5, left, right)], of);
  expect(entries(side({}), side({ index: { entries: 829, isStale: true } }))).toMatchObject({
    state: 'different',
    note: 'At least one of them is stale',
  });
  expect(entries(side({}), side({ index: { entries: 829 }, orders: 829 }))).toMatchObject({
    state: 'different',
    note: 'The indexed collections differ, too',
  });
  const other = structure({ Maps: [map] }, { Maps: ['from o in docs.Orders select new { o.Freight }'] });
  expect(entries(side({}), side({ index: { entries: 829 } }), other)).toMatchObject({
    state: 'different',
    note: 'The definitions differ',
  });
});

it('says at which rate an index catches up, and until when', () => {
  const history = [0, 10, 20].map((at) =>
    reading(at, side({}), side({ index: { isStale: true, etagLag: 4_000 - at * 100, mapAttempts: at } })),
  );
  const row = indexRows(history, same).find(({ aspect }) => aspect === 'Staleness');
  expect(row).toMatchObject({ left: 'current', right: 'stale', state: 'different' });
  expect(row?.note).toBe('Right is behind by 2,000 etags, closing at 100/s until 14:00');
});

it('calls an index stuck when it does not work for half a minute', () => {
  const history = [0, 10, 20, 30, 40].map((at) =>
    reading(at, side({}), side({ index: { isStale: true, etagLag: 7 } })),
  );
  const row = indexRows(history, same).find(({ aspect }) => aspect === 'Staleness');
  expect(row?.note).toBe('Right is behind by 7 etags, stuck since 14:00 or before');
});

it('reports a missing index and one that differs in its definition', () => {
  const missing = indexRows([reading(0, side({}), side({ index: null }))], same);
  expect(missing).toMatchObject([{ aspect: 'Index', left: 'present', right: 'missing' }]);
  const rows = indexRows(
    [reading(0, side({}), side({}))],
    structure({ Maps: [map], Fields: { Company: { Indexing: 'Search' } } }, { Maps: [map] }),
  );
  expect(rows.find(({ aspect }) => aspect === 'Definition')).toMatchObject({
    state: 'different',
    note: 'Differs in Fields',
  });
});

it('reports different counts of databases that have received every change of each other', () => {
  const left = side({ stats: { databaseId: 'one', changeVector: 'A:10-one, A:5-two', documents: 10 } });
  const right = side({ stats: { databaseId: 'two', changeVector: 'A:5-two, A:10-one', documents: 9 } });
  const history = [reading(0, left, right), reading(5, left, right)];
  const rows = figureRows(history, same);
  expect(rows.find(({ aspect }) => aspect === 'Documents')?.state).toBe('contradiction');
  expect(rows.find(({ aspect }) => aspect === 'Changes not received')?.state).toBe('same');
  const behind = side({ stats: { databaseId: 'two', changeVector: 'A:5-two, A:8-one', documents: 9 } });
  const lagging = figureRows([reading(0, left, behind), reading(5, left, behind)], same);
  expect(lagging.find(({ aspect }) => aspect === 'Documents')?.state).toBe('different');
  expect(lagging.find(({ aspect }) => aspect === 'Changes not received')).toMatchObject({
    left: 0,
    right: 2,
    note: 'Right lacks 2 changes',
  });
});

it('compares nothing that a side does not report', () => {
  const failed = { kind: 'failed' as const, error: new Error('refused') };
  const history = [reading(0, side({}), { stats: side({}).stats, collections: failed, indexes: failed })];
  expect(collectionRows(history)).toEqual([]);
  expect(indexRows(history, same)).toEqual([]);
  const [version] = figureRows(history, null);
  expect(version?.state).toBe('unknown');
});

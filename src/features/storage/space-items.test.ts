import { describe, expect, it } from 'vitest';
import type { CollectionSpace } from '../../protocol/collection-space.ts';
import type { StorageEnvironment } from '../../protocol/storage-report.ts';
import { indexShare } from './estimate-savings.ts';
import { growthOf, readStorageState, toBaseline } from './growth.ts';
import { savings } from './saving-texts.ts';
import { share } from './space-bar.tsx';
import { spaceRows } from './space-grid.tsx';
import { spaceReading } from './space-items.ts';

const MB = 1024 * 1024;

function environment(part: Partial<StorageEnvironment>): StorageEnvironment {
  return {
    ...{ name: 'Shop', type: 'Documents', data: 100 * MB, used: 60 * MB, free: 40 * MB },
    ...{ journals: 8 * MB, journalFiles: 2, temporary: 0, tables: [] },
    ...part,
  };
}

function collection(name: string, part: Partial<CollectionSpace> = {}): CollectionSpace {
  const none = { count: 0, bytes: 0 };
  return {
    ...{ name, documents: none, tombstones: none, revisions: none, counters: none, timeSeries: none },
    ...part,
  };
}

const shop = () =>
  spaceReading(
    [
      environment({}),
      environment({ name: 'Configuration', type: 'Configuration', data: MB, used: MB, free: 0 }),
      environment({ name: 'Orders/ByN', type: 'Index', data: 30 * MB, used: 25 * MB, free: 5 * MB }),
    ],
    [
      collection('Orders', {
        documents: { count: 1000, bytes: 30 * MB },
        revisions: { count: 5000, bytes: 20 * MB },
      }),
      collection('Empty'),
    ],
    [
      { name: 'Attachments', type: 'VariableSizeTree', bytes: 5 * MB, reserved: 0, entries: 3 },
      { name: 'Docs', type: 'Table', bytes: 30 * MB, reserved: MB, entries: 1000 },
      { name: 'Preallocated pages', type: 'Reserved', bytes: MB, reserved: MB, entries: null },
    ],
  );

describe('spaceReading', () => {
  it('has every byte of the files once, the largest first', () => {
    const { items, total } = shop();
    expect(items.map(({ id, bytes, count }) => [id, bytes / MB, count])).toEqual([
      ['free documents', 40, null],
      ['documents Orders', 30, 1000],
      ['index Orders/ByN', 25, null],
      ['revisions Orders', 20, 5000],
      ['journals documents', 16, 4],
      ['journals indexes', 8, 2],
      ['attachments', 5, 3],
      ['free indexes', 5, null],
      ['other', 3, null],
      ['preallocated', 2, null],
      ['other Configuration Configuration', 1, null],
    ]);
    // Data files of 100, 1 and 30 MB, and three times 8 MB of journals.
    expect(total / MB).toBe(155);
  });

  it('takes the tables of the sandbox for attachments', () => {
    const tables = ['attachments', 'attachment-pieces', 'attachment-hashes', 'documents'].map((name) => ({
      ...{ name, type: 'Table', bytes: MB, reserved: 0, entries: 7 },
    }));
    const { items } = spaceReading([environment({ free: 0, used: 100 * MB })], [], tables);
    expect(items.find(({ id }) => id === 'attachments')).toMatchObject({ bytes: 3 * MB, count: 7 });
  });

  it('is empty without a report, and never negative', () => {
    expect(spaceReading([], [], [])).toEqual({ items: [], total: 0 });
    const more = collection('Orders', { documents: { count: 1, bytes: 90 * MB } });
    const { items, total } = spaceReading([environment({})], [more], []);
    expect(total / MB).toBe(108);
    expect(items.every(({ bytes }) => bytes > 0)).toBe(true);
    expect(items.some(({ id }) => id === 'other')).toBe(false);
  });
});

it('takes counters and time series of RavenDB 6.2 from its tables', () => {
  const table = (name: string) => ({ name, type: 'Table', bytes: 3 * MB, reserved: 2 * MB, entries: 5 });
  const old = { count: null, bytes: null };
  const parts = [
    table('Collection.TimeSeries.orders'),
    table('Collection.TimeSeriesStats.orders'),
    table('Collection.CounterGroups.orders'),
    table('Collection.Documents.orders'),
  ];
  const { items } = spaceReading(
    [environment({ data: 60 * MB, free: 0 })],
    [collection('Orders', { counters: old, timeSeries: old })],
    parts,
  );
  const bytes = new Map(items.map((item) => [item.id, item.bytes / MB]));
  expect(bytes.get('time series Orders')).toBe(2);
  expect(bytes.get('counters Orders')).toBe(1);
  expect(bytes.get('preallocated')).toBe(8);
});

describe('growth', () => {
  it('is the difference to the kept reading; new items grew from nothing', () => {
    const before = toBaseline(shop(), 5);
    expect(growthOf(before, 'documents Orders', 32 * MB)).toBe(2 * MB);
    expect(growthOf(before, 'index New', 7)).toBe(7);
    expect(growthOf(undefined, 'index New', 7)).toBeNull();
    const state = readStorageState({ baselines: { 'a b': before, broken: 5 } });
    expect(readStorageState({ baselines: { 'a b': before } }).baselines['a b']).toEqual(before);
    expect(state.baselines).toEqual({});
  });

  it('names what is gone', () => {
    const before = toBaseline(shop(), 5);
    const after = spaceReading([environment({})], [], []);
    const rows = spaceRows(after, before, { column: 'growth', descending: false });
    expect(rows[0]).toMatchObject({ id: 'documents Orders', bytes: 0, growth: -30 * MB, share: '0.0 %' });
    expect(rows.find(({ id }) => id === 'index Orders/ByN')?.growth).toBe(-25 * MB);
  });

  it('is not known for items beyond those that are kept', () => {
    const many = spaceReading(
      [],
      Array.from({ length: 600 }, (_, n) => collection(`C${n}`, { documents: { count: 1, bytes: 600 - n } })),
      [],
    );
    const before = toBaseline(many, 5);
    expect(growthOf(before, 'documents C0', 700)).toBe(100);
    expect(growthOf(before, 'documents C599', 9)).toBeNull();
  });

  it('sorts the rows', () => {
    const rows = spaceRows(shop(), undefined, { column: 'name', descending: false });
    expect(rows[0]?.name).toBe('Contents of attachments');
    const most = spaceRows(shop(), undefined, { column: 'count', descending: true });
    expect(most[0]?.id).toBe('revisions Orders');
  });
});

it('names what would free space, with figures', () => {
  expect(savings(shop()).map(({ text }) => text)).toEqual([
    '45 MB (29.0 %) of the files is free. New data reuses it; compacting returns it to the disk.',
    'Revisions (5,000) take 20 MB (12.9 %). A limit per document keeps fewer of them.',
    '1 index takes 25 MB (16.1 %). Unused and duplicate ones are listed with their evidence.',
  ]);
  expect(savings(spaceReading([environment({ free: MB, used: 99 * MB })], [], []))).toEqual([]);
});

it('shares the bytes of an index by the documents of its collections', () => {
  const documents = new Map([
    ['orders', 300],
    ['companies', 100],
  ]);
  const reading = spaceReading(
    [
      environment({ name: 'Both', type: 'Index', data: 400, used: 400, free: 0 }),
      environment({ name: 'All', type: 'Index', data: 4000, used: 4000, free: 0 }),
    ],
    [],
    [],
  );
  const indexes = [
    { name: 'Both', collections: ['Orders', 'Companies'] },
    { name: 'All', collections: ['@all_docs'] },
    { name: 'Unknown', collections: ['Orders'] },
  ];
  expect(indexShare('Orders', documents, indexes, reading)).toBe(300 + 3000);
  expect(indexShare('Companies', documents, indexes.slice(0, 1), reading)).toBe(100);
  expect(indexShare('Orders', documents, [], reading)).toBeNull();
});

it('never shows a part as nothing', () => {
  expect(share(1, 1_000_000)).toBe('< 0.1 %');
  expect(share(0, 10)).toBe('0.0 %');
  expect(share(1, 0)).toBe('–');
});

import { describe, expect, it } from 'vitest';
import type { MemoryReport } from '../../../protocol/memory.ts';
import { mappedOwners as ownersOfFolders } from './mapped-owner.ts';
import { allocatedOwners, mappedOwners, ownerRows, residentOwners } from './memory-owners.ts';

const report: MemoryReport = {
  sizes: new Map([
    ['ManagedAllocations', 130],
    ['UnmanagedAllocations', 50],
    ['EncryptionBuffersInUse', 0],
    ['LuceneUnmanagedAllocationsForSorting', 5],
  ]),
  heaps: [
    { name: 'Gen2', size: 90, fragmentation: 1 },
    { name: 'LOH', size: 10, fragmentation: 0 },
  ],
  threads: [{ name: 'Pool', allocations: 30 }],
  mappings: [
    { directory: '/System', file: 'Raven.voron', mapped: 1_000 },
    { directory: '/Databases/shop', file: 'Raven.voron', mapped: 500 },
    { directory: '/Databases/shop/Indexes/Orders_ByCompany/Temp', file: 'scratch.buffers', mapped: 20 },
    { directory: '/Databases/shop/Journals', file: '1.journal', mapped: 7 },
  ],
};

it('divides allocated memory among its owners, without those of no size', () => {
  expect(ownerRows(allocatedOwners(report)).map(({ path, owner }) => [path.join('/'), owner.size])).toEqual([
    ['Managed heap', 130],
    ['Managed heap/Generation 2', 90],
    ['Managed heap/Allocated since the last collection', 30],
    ['Managed heap/Large objects', 10],
    ['Unmanaged', 55],
    ['Unmanaged/Pool', 30],
    ['Unmanaged/Not of a thread', 20],
    ['Unmanaged/Lucene sorting', 5],
  ]);
});

it('divides mapped files by database, index and kind', () => {
  const owners = mappedOwners(report, []);
  expect(owners.map(({ label, size }) => [label, size])).toEqual([
    ['Server', 1_000],
    ['shop', 527],
  ]);
  expect(owners[1]?.children.map(({ label, size }) => [label, size])).toEqual([
    ['Documents', 500],
    ['Index Orders_ByCompany', 20],
    ['Documents journals', 7],
  ]);
});

it('finds the owner in complete paths, also below a folder named like ours', () => {
  const mappedOwner = ownersOfFolders([], []);
  expect(mappedOwner('/srv/Databases/data/Databases/shop/Configuration', 'Raven.voron')).toEqual({
    top: 'shop',
    part: 'Configuration',
  });
  expect(mappedOwner('C:\\raven\\System', 'Raven.voron')).toEqual({ top: 'Server', part: 'System' });
  expect(mappedOwner('/usr/lib', 'libc.so')).toEqual({ top: 'Other files', part: '/usr/lib' });
});

describe('the owner of a folder whose name RavenDB cut', () => {
  const of = (directories: readonly string[], databases: readonly string[]) => {
    const ownerOf = ownersOfFolders(directories, databases);
    return directories.map((directory) => {
      const { top, part } = ownerOf(directory, 'Raven.voron');
      return `${top}: ${part}`;
    });
  };

  it('is completed by the names of the databases', () => {
    expect(of(['17/Indexes/ByName/Temp', '19x/Configuration'], ['w17', 'w19x', 'other'])).toEqual([
      'w17: Index ByName',
      'w19x: Configuration',
    ]);
    expect(of(['hop/Configuration', 'rders', 'rders/Indexes/ByName'], ['shop', 'orders', 'drop'])).toEqual([
      'shop: Configuration',
      'orders: Documents',
      'orders: Index ByName',
    ]);
    expect(of(['/shop/Configuration', '/orders'], ['shop', 'orders'])).toEqual([
      'shop: Configuration',
      'orders: Documents',
    ]);
  });

  it('is the only database', () => {
    expect(of(['/Configuration/Temp', '/Indexes/ByName'], ['shop'])).toEqual([
      'shop: Configuration',
      'shop: Index ByName',
    ]);
    expect(of(['p', 'p/Configuration'], ['shop'])).toEqual(['shop: Documents', 'shop: Configuration']);
  });

  it('is shown as it is cut where several names are possible', () => {
    expect(of(['p/Configuration'], ['shop', 'chop'])).toEqual(['…p: Configuration']);
    expect(of(['a1/Temp', 'a2/Temp'], ['wa1', 'wa2', 'xa1', 'xa2'])).toEqual([
      '…a1: Documents',
      '…a2: Documents',
    ]);
    expect(of(['/Configuration'], ['shop', 'chop'])).toEqual(['…/Configuration: Configuration']);
  });
});

it('divides resident memory by file, or by kind when the server has only sums', () => {
  const sums = { workingSet: 100, sharedClean: 20, privateClean: 10, dirty: 70, swap: 0 };
  const rollup = { name: '[rollup]', resident: 100, dirty: 70, swap: 0 };
  expect(residentOwners({ ...sums, parts: [rollup] }).map(({ label, size }) => [label, size])).toEqual([
    ['Changed pages', 70],
    ['Unchanged pages', 30],
  ]);
  const parts = [
    { name: '[anonymous]', resident: 60, dirty: 60, swap: 0 },
    { name: '/opt/program', resident: 40, dirty: 0, swap: 0 },
  ];
  const rows = ownerRows(residentOwners({ ...sums, parts }));
  expect(rows.map(({ path, share }) => [path.join('/'), share])).toEqual([
    ['Heaps and stacks', 0.6],
    ['Heaps and stacks/Anonymous memory', 0.6],
    ['Pages of files', 0.4],
    ['Pages of files/program', 0.4],
  ]);
});

it('has no owners where a server reports nothing', () => {
  const empty: MemoryReport = { sizes: new Map(), heaps: [], threads: [], mappings: [] };
  expect([allocatedOwners(empty), mappedOwners(empty, [])]).toEqual([[], []]);
  const nothing = {
    workingSet: null,
    sharedClean: null,
    privateClean: null,
    dirty: null,
    swap: null,
    parts: [],
  };
  expect(residentOwners(nothing)).toEqual([]);
});

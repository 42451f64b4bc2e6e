/** Who owns the memory of a server, as a tree of sizes. Pure. */
import type { MemoryReport, ResidentReport } from '../../../protocol/memory.ts';
import { CUT, mappedOwners as ownersOfFolders } from './mapped-owner.ts';

export interface Owner {
  readonly id: string;
  readonly label: string;
  /** Bytes; for a parent the sum of its children. */
  readonly size: number;
  readonly children: readonly Owner[];
}

const heapLabels = {
  Gen0: 'Generation 0',
  Gen1: 'Generation 1',
  Gen2: 'Generation 2',
  LOH: 'Large objects',
  POH: 'Pinned objects',
} as const;

/** Sizes that the server names one by one; each is absent when the server does not report it. */
const lucene = {
  LuceneUnmanagedAllocationsForTermCache: 'Lucene term cache',
  LuceneUnmanagedAllocationsForSorting: 'Lucene sorting',
} as const;
const encryption = {
  EncryptionBuffersInUse: 'Buffers in use',
  EncryptionBuffersPool: 'Buffer pool',
} as const;

function leaf(id: string, label: string, size: number): Owner {
  return { id, label, size, children: [] };
}

/** Children without a size and parents without children are left out. */
function parent(id: string, label: string, children: readonly Owner[]): readonly Owner[] {
  const kept = children.filter(({ size }) => size > 0).sort((a, b) => b.size - a.size);
  const size = kept.reduce((sum, each) => sum + each.size, 0);
  return size > 0 ? [{ id, label, size, children: kept }] : [];
}

/** Allocated memory. The sandbox reports none of it. */
export function allocatedOwners(report: MemoryReport): readonly Owner[] {
  const { sizes, heaps, threads } = report;
  const live = heaps.reduce((sum, each) => sum + each.size, 0);
  const named = (names: Readonly<Record<string, string>>, prefix: string): readonly Owner[] =>
    Object.entries(names).map(([name, label]) => leaf(`${prefix}/${name}`, label, sizes.get(name) ?? 0));
  const tracked = threads.reduce((sum, each) => sum + each.allocations, 0);
  const ofThreads = threads.map(({ name, allocations }, at) =>
    leaf(`unmanaged/thread/${at}`, name, allocations),
  );
  return [
    ...parent('managed', 'Managed heap', [
      ...heaps.map(({ name, size }) => leaf(`managed/${name}`, heapLabels[name], size)),
      leaf(
        'managed/new',
        'Allocated since the last collection',
        Math.max(0, (sizes.get('ManagedAllocations') ?? 0) - live),
      ),
    ]),
    ...parent('unmanaged', 'Unmanaged', [
      ...ofThreads,
      leaf(
        'unmanaged/other',
        'Not of a thread',
        Math.max(0, (sizes.get('UnmanagedAllocations') ?? 0) - tracked),
      ),
      ...named(lucene, 'unmanaged'),
    ]),
    ...parent('encryption', 'Encryption', named(encryption, 'encryption')),
  ];
}

/** Mapped files by database, then by index or kind, then by file. Address space: only a part is resident. */
export function mappedOwners({ mappings }: MemoryReport, databases: readonly string[]): readonly Owner[] {
  const ownerOf = ownersOfFolders(
    mappings.map(({ directory }) => directory),
    databases,
  );
  const tops = new Map<string, Map<string, Owner[]>>();
  for (const { directory, file, mapped } of mappings) {
    const { top, part } = ownerOf(directory, file);
    const parts = tops.get(top) ?? new Map<string, Owner[]>();
    tops.set(top, parts);
    const files = parts.get(part) ?? [];
    parts.set(part, files);
    files.push(leaf(`mapped/${directory}/${file}`, file, mapped));
  }
  return [...tops]
    .flatMap(([top, parts]) =>
      parent(
        `mapped/${top}`,
        top,
        [...parts].flatMap(([part, files]) => parent(`mapped/${top}/${part}`, part, files)),
      ),
    )
    .sort((a, b) => b.size - a.size);
}

/** True when the server cut the name of a database and it could not be completed. */
export function hasCutNames(owners: readonly Owner[]): boolean {
  return owners.some(({ label }) => label.startsWith(CUT));
}

const ROLLUP = '[rollup]';

/** What is in physical memory: by file where the server reports files, else by kind. */
export function residentOwners(report: ResidentReport): readonly Owner[] {
  const parts = report.parts.filter(({ name }) => name !== ROLLUP);
  if (parts.length === 0)
    return [
      ...(report.dirty ? [leaf('resident/dirty', 'Changed pages', report.dirty)] : []),
      ...parent('resident/clean', 'Unchanged pages', [
        leaf('resident/clean/private', 'Private, unchanged', report.privateClean ?? 0),
        leaf('resident/clean/shared', 'Shared with others, unchanged', report.sharedClean ?? 0),
      ]),
    ];
  const isFile = (name: string) => name.startsWith('/');
  const owner = ({ name, resident }: (typeof parts)[number]): Owner =>
    leaf(`resident/${name}`, residentLabel(name), resident);
  return [
    ...parent('resident/memory', 'Heaps and stacks', parts.filter(({ name }) => !isFile(name)).map(owner)),
    ...parent('resident/files', 'Pages of files', parts.filter(({ name }) => isFile(name)).map(owner)),
  ].sort((a, b) => b.size - a.size);
}

function residentLabel(name: string): string {
  if (name === '[anonymous]') return 'Anonymous memory';
  if (name === '[heap]') return 'Heap of the C library';
  if (name === '[stack]') return 'Stack of the first thread';
  return name.startsWith('/') ? (name.split('/').at(-1) ?? name) : name;
}

export interface OwnerRow {
  readonly owner: Owner;
  readonly level: number;
  /** Labels from the top to this owner. */
  readonly path: readonly string[];
  /** Of the sum of all. */
  readonly share: number;
}

/** Every owner below its parent. */
export function ownerRows(owners: readonly Owner[]): readonly OwnerRow[] {
  const total = owners.reduce((sum, each) => sum + each.size, 0);
  const rows: OwnerRow[] = [];
  const add = (owner: Owner, above: readonly string[]) => {
    const path = [...above, owner.label];
    rows.push({ owner, level: above.length, path, share: total === 0 ? 0 : owner.size / total });
    for (const child of owner.children) add(child, path);
  };
  for (const owner of owners) add(owner, []);
  return rows;
}

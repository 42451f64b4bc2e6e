/** What takes the space of a database, as rows: sizes that the server reports, and what is left of the files. Pure. */
import type { CollectionSpace, Space } from '../../protocol/collection-space.ts';
import type { StoragePart } from '../../protocol/storage-parts.ts';
import type { StorageEnvironment } from '../../protocol/storage-report.ts';

export const kinds = [
  'documents',
  'revisions',
  'attachments',
  'counters',
  'time series',
  'tombstones',
  'index',
  'journals',
  'free',
  'temporary',
  'other',
] as const;
export type SpaceKind = (typeof kinds)[number];

export interface SpaceItem {
  /** Stable between readings: growth is compared by it. */
  readonly id: string;
  readonly kind: SpaceKind;
  /** A collection, an index, or what the files are for. */
  readonly name: string;
  readonly bytes: number;
  /** Documents, revisions, files; null where it does not apply. */
  readonly count: number | null;
}

export interface SpaceReading {
  /** The largest first. */
  readonly items: readonly SpaceItem[];
  /** Bytes of all files. */
  readonly total: number;
}

export function spaceReading(
  environments: readonly StorageEnvironment[],
  collections: readonly CollectionSpace[],
  /** Of the documents' data file. */
  parts: readonly StoragePart[],
): SpaceReading {
  const documents = environments.find(({ type }) => type === 'Documents');
  const inFile = [
    ...collections.flatMap(collectionItems),
    ...unreportedItems(collections, parts),
    ...attachmentItems(parts),
  ];
  const reserved = reservedItems(parts);
  const items = [
    ...inFile,
    ...environments.filter(({ type }) => type === 'Index').flatMap(indexItems),
    ...journalItems(environments),
    ...freeItems(environments),
    ...reserved,
    ...temporaryItems(environments),
    ...restItems(documents, [...inFile, ...reserved]),
    ...configurationItems(environments),
  ].filter(({ bytes }) => bytes > 0);
  return {
    items: items.sort((a, b) => b.bytes - a.bytes || a.id.localeCompare(b.id)),
    total: environments.reduce(
      (sum, { data, journals, temporary }) => sum + (data ?? 0) + journals + temporary,
      0,
    ),
  };
}

function collectionItems(collection: CollectionSpace): SpaceItem[] {
  const { name } = collection;
  const item = (kind: SpaceKind, { count, bytes }: Space): SpaceItem => ({
    id: `${kind} ${name}`,
    kind,
    name,
    bytes: bytes ?? 0,
    count,
  });
  return [
    item('documents', collection.documents),
    item('revisions', collection.revisions),
    item('counters', collection.counters),
    item('time series', collection.timeSeries),
    item('tombstones', collection.tombstones),
  ];
}

/** RavenDB 6.2 reports no sizes of counters and time series by collection; its tables have them. */
function unreportedItems(
  collections: readonly CollectionSpace[],
  parts: readonly StoragePart[],
): SpaceItem[] {
  const of = (kind: 'counters' | 'time series', tables: RegExp): SpaceItem[] => {
    const isReported = collections.some((each) =>
      kind === 'counters' ? each.counters.bytes !== null : each.timeSeries.bytes !== null,
    );
    if (isReported) return [];
    const found = new Map<string, number>();
    for (const { name, bytes, reserved } of parts) {
      const collection = tables.exec(name)?.[1];
      if (collection !== undefined)
        found.set(collection, (found.get(collection) ?? 0) + Math.max(0, bytes - reserved));
    }
    return [...found].map(([lower, bytes]) => {
      const name = collections.find((each) => each.name.toLowerCase() === lower.toLowerCase())?.name ?? lower;
      return { id: `${kind} ${name}`, kind, name, bytes, count: null };
    });
  };
  return [
    ...of('counters', /^Collection\.CounterGroups\.(.+)$/i),
    ...of('time series', /^Collection\.TimeSeries(?:Stats|DeletedRanges)?\.(.+)$/i),
  ];
}

/** RavenDB keeps the contents in the tree `Attachments`; the sandbox in tables of these names. */
function attachmentItems(parts: readonly StoragePart[]): SpaceItem[] {
  const found = parts.filter(({ name }) => /^attachments?(?:$|-)/i.test(name));
  if (found.length === 0) return [];
  const contents = found.find(({ name }) => name.toLowerCase() === 'attachments');
  return [
    {
      id: 'attachments',
      kind: 'attachments',
      name: 'Contents of attachments',
      bytes: found.reduce((sum, { bytes }) => sum + bytes, 0),
      count: contents?.entries ?? null,
    },
  ];
}

/** RavenDB allocates pages for each table ahead of use, about 2 MB even for an empty one; they count as used. */
function reservedItems(parts: readonly StoragePart[]): SpaceItem[] {
  return [
    {
      id: 'preallocated',
      kind: 'other',
      name: 'Preallocated pages of tables',
      bytes: parts.reduce((sum, { reserved }) => sum + reserved, 0),
      count: null,
    },
  ];
}

function indexItems({ name, data, free }: StorageEnvironment): SpaceItem[] {
  return [
    { id: `index ${name}`, kind: 'index', name, bytes: Math.max(0, (data ?? 0) - (free ?? 0)), count: null },
  ];
}

function journalItems(environments: readonly StorageEnvironment[]): SpaceItem[] {
  const of = (own: readonly StorageEnvironment[]) => ({
    bytes: own.reduce((sum, { journals }) => sum + journals, 0),
    count: own.reduce((sum, { journalFiles }) => sum + journalFiles, 0),
  });
  return [
    {
      id: 'journals documents',
      kind: 'journals',
      name: 'Journals of the documents',
      ...of(environments.filter(({ type }) => type !== 'Index')),
    },
    {
      id: 'journals indexes',
      kind: 'journals',
      name: 'Journals of the indexes',
      ...of(environments.filter(({ type }) => type === 'Index')),
    },
  ];
}

function freeItems(environments: readonly StorageEnvironment[]): SpaceItem[] {
  const sum = (list: readonly StorageEnvironment[]) => list.reduce((all, { free }) => all + (free ?? 0), 0);
  const free = (id: string, name: string, bytes: number): SpaceItem => ({
    ...{ id, kind: 'free', name, bytes, count: null },
  });
  return [
    free(
      'free documents',
      'Free space in the data file',
      sum(environments.filter(({ type }) => type !== 'Index')),
    ),
    free(
      'free indexes',
      'Free space in index files',
      sum(environments.filter(({ type }) => type === 'Index')),
    ),
  ];
}

function temporaryItems(environments: readonly StorageEnvironment[]): SpaceItem[] {
  return [
    {
      id: 'temporary',
      kind: 'temporary',
      name: 'Temporary files',
      bytes: environments.reduce((sum, { temporary }) => sum + temporary, 0),
      count: null,
    },
  ];
}

/** Ids, etags and other structures: what is used and belongs to none of the items. */
function restItems(documents: StorageEnvironment | undefined, inFile: readonly SpaceItem[]): SpaceItem[] {
  if (typeof documents?.data !== 'number') return [];
  const used = documents.used ?? documents.data - (documents.free ?? 0);
  const known = inFile.reduce((sum, { bytes }) => sum + bytes, 0);
  return [
    {
      id: 'other',
      kind: 'other',
      name: 'Ids and other structures of the data file',
      bytes: Math.max(0, used - known),
      count: null,
    },
  ];
}

function configurationItems(environments: readonly StorageEnvironment[]): SpaceItem[] {
  return environments
    .filter(({ type }) => type !== 'Index' && type !== 'Documents')
    .map(({ name, type, data, free }) => ({
      id: `other ${type} ${name}`,
      kind: 'other',
      name: type === 'Configuration' ? 'Notifications and other configuration' : `${type}: ${name}`,
      bytes: Math.max(0, (data ?? 0) - (free ?? 0)),
      count: null,
    }));
}

/** The settings in a database record, flattened to one entry for each value. Pure. */
import { isSecret } from './secret-settings.ts';

export interface Setting {
  /** `Revisions › Collections › Orders › MinimumRevisionsToKeep` */
  readonly path: string;
  readonly value: string;
  /** The value is compared, but not shown. */
  readonly secret: boolean;
}

/** Members that differ between any two databases, or that are compared elsewhere (indexes). */
const NOT_SETTINGS = new Set([
  'AutoIndexes',
  'ClusterTransactionIdBase64',
  'DatabaseName',
  'DatabaseState',
  'DatabaseTopologyIdBase64',
  'DeletionInProgress',
  'Etag',
  'EtagForBackup',
  'Indexes',
  'IndexesHistory',
  'LastTransactionId',
  'RaftCommandIndex',
  'RollingIndexes',
  'SupportedFeatures',
  'Topology',
  'TruncatedClusterTransactionCommandsCount',
  'UnusedDatabaseIds',
]);
/** Given by the server, at any depth. */
const GIVEN = new Set(['TaskId']);
const MAX_SETTINGS = 20_000;
/** Characters of a value that are shown. */
const MAX_VALUE = 2_000;

/** Unset values (null, empty lists and objects) are left out: servers differ in which of them they write. */
export function recordSettings(text: string): readonly Setting[] {
  const record: unknown = JSON.parse(text);
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    throw new Error('The database record is not a JSON object.');
  const settings: Setting[] = [];
  for (const [name, value] of Object.entries(record))
    if (!NOT_SETTINGS.has(name)) flatten([name], value, settings);
  return settings.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function flatten(path: readonly string[], value: unknown, into: Setting[]): void {
  if (value === null || value === undefined) return;
  if (into.length >= MAX_SETTINGS)
    throw new Error(`The database record has more than ${MAX_SETTINGS} settings.`);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const names = itemNames(items);
    items.forEach((item, at) => flatten([...path, names[at] ?? `[${at}]`], item, into));
    return;
  }
  if (typeof value === 'object') {
    for (const [name, member] of Object.entries(value))
      if (!GIVEN.has(name)) flatten([...path, name], member, into);
    return;
  }
  into.push({
    path: path.join(' › '),
    value: typeof value === 'string' ? value : JSON.stringify(value),
    secret: isSecret(path),
  });
}

/** Servers keep lists in different orders: items are named by their `Name` where each has its own. */
function itemNames(items: readonly unknown[]): readonly string[] {
  const names = items.map(nameOf);
  const isNamed = names.every((name) => name !== null) && new Set(names).size === items.length;
  return items.map((_, at) => `[${isNamed ? names[at] : at}]`);
}

function nameOf(item: unknown): string | null {
  if (typeof item !== 'object' || item === null || !('Name' in item)) return null;
  return typeof item.Name === 'string' && item.Name !== '' ? item.Name : null;
}

export function shownValue({ value, secret }: Setting): string {
  return secret ? 'hidden' : value.slice(0, MAX_VALUE);
}

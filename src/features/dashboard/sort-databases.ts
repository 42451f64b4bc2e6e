import type { DatabaseInfo } from '../../protocol/databases.ts';
import { readTimeSpan } from '../../protocol/time-span.ts';
import { databaseState } from './database-state.ts';

type Key = (database: DatabaseInfo) => string | number | null;

const keys: Readonly<Record<string, Key>> = {
  state: (database) => databaseState(database).label,
  documents: (database) => database.documents,
  size: (database) => database.sizeOnDisk,
  indexes: (database) => database.indexes,
  uptime: (database) => (database.upTime === null ? null : readTimeSpan(database.upTime)),
};

/** Unknown values are last in both directions; ties are sorted by the name that is shown. */
export function sortDatabases(
  databases: readonly DatabaseInfo[],
  sort: { readonly column: string; readonly descending: boolean },
  nameOf: (database: DatabaseInfo) => string = (database) => database.name,
): readonly DatabaseInfo[] {
  const key = keys[sort.column] ?? nameOf;
  const sign = sort.descending ? -1 : 1;
  return [...databases].sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    const byName = nameOf(a).localeCompare(nameOf(b));
    if (left === null || right === null) return left === right ? byName : left === null ? 1 : -1;
    const compared =
      typeof left === 'string' || typeof right === 'string'
        ? String(left).localeCompare(String(right))
        : left - right;
    return compared === 0 ? byName : compared * sign;
  });
}

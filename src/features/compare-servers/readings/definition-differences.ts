/** The members in which two definitions of an index differ. Pure. */
import type { IndexDefinition } from '../../../protocol/index-definitions.ts';

/** State of the server or compared on their own. */
const NOT_DEFINITION = new Set([
  'ClusterState',
  'Etag',
  'LockMode',
  'Name',
  'Priority',
  'ReduceOutputIndex',
  'State',
  'Type',
]);
/** Given by the server, at any depth. */
const GIVEN = new Set(['TaskId']);
/** Values that mean the same as an absent member. */
const DEFAULTS: Readonly<Record<string, string>> = {
  ArchivedDataProcessingBehavior: 'ExcludeArchived',
  DeploymentMode: 'Parallel',
  Indexing: 'Default',
  SourceType: 'Documents',
  Storage: 'No',
  TermVector: 'No',
};

export function definitionDifferences(one: IndexDefinition, other: IndexDefinition): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => !NOT_DEFINITION.has(name))
    .filter((name) => essence(name, one[name]) !== essence(name, other[name]))
    .sort();
}

function essence(name: string, value: unknown): string {
  return JSON.stringify([simplified(name, value)]);
}

/** Without empty and default values, with sorted members and one kind of line break. */
function simplified(name: string, value: unknown): unknown {
  if (value === null || value === false || value === '' || value === DEFAULTS[name]) return undefined;
  if (typeof value === 'string') return value.replaceAll('\r\n', '\n').trim();
  if (Array.isArray(value)) {
    const items = value.map((item) => simplified(name, item) ?? null);
    return items.length === 0 ? undefined : inOrder(items);
  }
  if (typeof value !== 'object') return value;
  const members = Object.entries(value)
    .filter(([key]) => !GIVEN.has(key))
    .map(([key, member]) => [key, simplified(key, member)] as const)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** Items with names have no order. */
function inOrder(items: readonly unknown[]): readonly unknown[] {
  const named = items.map((item) => [nameOf(item), item] as const);
  if (named.some(([name]) => name === null)) return items;
  return named.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)).map(([, item]) => item);
}

function nameOf(item: unknown): string | null {
  if (typeof item !== 'object' || item === null || !('Name' in item)) return null;
  return typeof item.Name === 'string' ? item.Name : null;
}

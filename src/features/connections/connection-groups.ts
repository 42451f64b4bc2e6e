/** The connection list as groups, with a search. Pure. */
import type { Connection, ConnectionView } from '../../contract/index.ts';
import { modeBadge } from './connection-colour.ts';

export interface ConnectionGroup {
  /** Differs between groups, also where titles are the same. */
  readonly id: string;
  readonly title: string;
  readonly views: readonly ConnectionView[];
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** The same name, whatever its case. */
const sameName = new Intl.Collator('en', { sensitivity: 'accent' });

/**
 * The sandbox and favourites, then groups by name, then the other servers; the order inside is that of the list. Empty
 * groups are left out. `stateOf` is the state of a server in words, which the search finds too.
 */
export function groupConnections(
  views: readonly ConnectionView[],
  search: string,
  stateOf: (id: string) => string = () => '',
): readonly ConnectionGroup[] {
  const words = search.trim().toLowerCase().split(/\s+/);
  const found = views.filter(({ connection }) => {
    const text = searchText(connection, stateOf(connection.id));
    return words.every((word) => text.includes(word));
  });
  const first = found.filter(({ connection }) => isFirst(connection));
  const rest = found.filter(({ connection }) => !isFirst(connection));
  const folded = foldNames(rest);
  const names = sortedNames(folded);
  const hasFavourite = first.some(({ connection }) => connection.kind === 'server');
  return [
    { id: 'first', title: hasFavourite ? 'Sandbox and favourites' : 'Sandbox', views: first },
    ...names.map((name) => ({
      id: `group:${name}`,
      title: name,
      views: rest.filter(({ connection }) => folded.get(groupOf(connection) ?? '') === name),
    })),
    {
      id: 'rest',
      title: names.length === 0 ? 'Servers' : 'Other servers',
      views: rest.filter(({ connection }) => groupOf(connection) === undefined),
    },
  ].filter((group) => group.views.length > 0);
}

/** The names of existing groups, for the form. */
export function groupNames(views: readonly ConnectionView[]): readonly string[] {
  return sortedNames(foldNames(views));
}

/** The first spelling of each name, by every spelling. */
function foldNames(views: readonly ConnectionView[]): ReadonlyMap<string, string> {
  const spellings = new Set(views.flatMap(({ connection }) => groupOf(connection) ?? []));
  const folded = new Map<string, string>();
  let first: string | undefined;
  // Sorting is stable: the first of equal names is the first in the list.
  for (const name of [...spellings].sort((a, b) => sameName.compare(a, b))) {
    if (first === undefined || sameName.compare(first, name) !== 0) first = name;
    folded.set(name, first);
  }
  return folded;
}

function sortedNames(folded: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set(folded.values())].sort((a, b) => byName.compare(a, b));
}

function groupOf(connection: Connection): string | undefined {
  return connection.kind === 'server' ? connection.group : undefined;
}

function isFirst(connection: Connection): boolean {
  return connection.kind === 'sandbox' || connection.favourite === true;
}

function searchText(connection: Connection, state: string): string {
  const { name, mode } = connection;
  const own = connection.kind === 'server' ? [connection.url, connection.group ?? ''] : [];
  return [name, modeBadge(mode), ...own, state].join('\n').toLowerCase();
}

/** The connection list as groups, with a search. Pure. */
import type { Connection, ConnectionView } from '../../contract/index.ts';

export interface ConnectionGroup {
  readonly title: string;
  readonly views: readonly ConnectionView[];
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * The sandbox and favourites, then groups by name, then the other servers; the order inside is that of the list. Empty
 * groups are left out.
 */
export function groupConnections(
  views: readonly ConnectionView[],
  search: string,
): readonly ConnectionGroup[] {
  const words = search.trim().toLowerCase().split(/\s+/);
  const found = views.filter(({ connection }) => {
    const text = searchText(connection);
    return words.every((word) => text.includes(word));
  });
  const first = found.filter(({ connection }) => isFirst(connection));
  const rest = found.filter(({ connection }) => !isFirst(connection));
  const names = [...new Set(rest.flatMap(({ connection }) => groupOf(connection) ?? []))].sort((a, b) =>
    byName.compare(a, b),
  );
  const hasFavourite = first.some(({ connection }) => connection.kind === 'server');
  return [
    { title: hasFavourite ? 'Sandbox and favourites' : 'Sandbox', views: first },
    ...names.map((name) => ({
      title: name,
      views: rest.filter(({ connection }) => groupOf(connection) === name),
    })),
    {
      title: names.length === 0 ? 'Servers' : 'Other servers',
      views: rest.filter(({ connection }) => groupOf(connection) === undefined),
    },
  ].filter((group) => group.views.length > 0);
}

/** The names of existing groups, for the form. */
export function groupNames(views: readonly ConnectionView[]): readonly string[] {
  return [...new Set(views.flatMap(({ connection }) => groupOf(connection) ?? []))].sort((a, b) =>
    byName.compare(a, b),
  );
}

function groupOf(connection: Connection): string | undefined {
  return connection.kind === 'server' ? connection.group : undefined;
}

function isFirst(connection: Connection): boolean {
  return connection.kind === 'sandbox' || connection.favourite === true;
}

function searchText(connection: Connection): string {
  const { name, mode } = connection;
  const own = connection.kind === 'server' ? [connection.url, connection.group ?? ''] : [];
  return [name, mode, ...own].join('\n').toLowerCase();
}

/** Which tabs belong to a database, and their order of use. Pure. */
import type { Screen } from '../registry/index.ts';
import type { Tab } from './saved-workspace.ts';

export interface TabTarget {
  readonly connectionId: string;
  readonly database: string | null;
}

export type ScopeOf = (screen: string) => Screen['scope'] | undefined;

/** Tabs without a server belong to every database; tabs of a connection to each of its databases. */
export function belongsTo(tab: Tab, target: TabTarget, scopeOf: ScopeOf): boolean {
  const scope = scopeOf(tab.screen);
  if (scope === 'app') return true;
  if (tab.connectionId !== target.connectionId) return false;
  return scope === 'connection' || tab.database === target.database;
}

/** True when the tabs show more than one connection or database, so that a title alone is ambiguous. */
export function hasSeveralTargets(tabs: readonly Tab[], scopeOf: ScopeOf): boolean {
  const aimed = tabs.filter((tab) => scopeOf(tab.screen) !== 'app');
  const connections = new Set(aimed.map((tab) => tab.connectionId));
  const databases = new Set(aimed.flatMap((tab) => (tab.database === null ? [] : [tab.database])));
  return connections.size > 1 || databases.size > 1;
}

/** `Staging / Shop`, or `Staging` for a screen of the whole connection. */
export function targetName(connection: string, database: string | null): string {
  return database === null ? connection : `${connection} / ${database}`;
}

/** The tab of a database that was active last; undefined when it has none of its own. */
export function lastUsedTab(
  tabs: readonly Tab[],
  recent: readonly string[],
  target: TabTarget,
): Tab | undefined {
  const own = tabs.filter(
    (tab) => tab.connectionId === target.connectionId && tab.database === target.database,
  );
  return recent.map((id) => own.find((tab) => tab.id === id)).find((tab) => tab !== undefined) ?? own.at(-1);
}

/** Names that the studio shows for databases. The protocol renames no database, so they are kept with the workspace. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** By connection, then by the name of the database. */
export type DisplayNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const MAX_DISPLAY_NAME = 60;

export const displayNameStore = createStore<{ readonly names: DisplayNames }>(() => ({ names: {} }));

export function displayNameOf(
  names: DisplayNames,
  connectionId: string,
  database: string,
): string | undefined {
  return names[connectionId]?.[database];
}

/** What the window shows for a database: its display name, else its name. */
export function shownName(names: DisplayNames, connectionId: string, database: string): string {
  return displayNameOf(names, connectionId, database) ?? database;
}

/** An empty name removes the display name. */
export function withDisplayName(
  names: DisplayNames,
  connectionId: string,
  database: string,
  name: string,
): DisplayNames {
  const others = Object.entries(names[connectionId] ?? {}).filter(([other]) => other !== database);
  const trimmed = name.trim();
  const own: [string, string][] = trimmed === '' ? [] : [[database, trimmed]];
  return { ...names, [connectionId]: Object.fromEntries([...others, ...own]) };
}

export function setDisplayName(connectionId: string, database: string, name: string): void {
  displayNameStore.setState(({ names }) => ({ names: withDisplayName(names, connectionId, database, name) }));
}

export function useDisplayNames(): DisplayNames {
  return useStore(displayNameStore, ({ names }) => names);
}

/** Why a display name cannot be saved; null when it can. Two databases must not look the same. */
export function displayNameError(
  names: DisplayNames,
  connectionId: string,
  database: string,
  name: string,
  databases: readonly string[],
): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return null;
  if (trimmed.length > MAX_DISPLAY_NAME)
    return `Use at most ${MAX_DISPLAY_NAME} characters; these are ${trimmed.length}.`;
  if (/\p{Cc}/u.test(trimmed)) return 'Remove the control characters, such as tabs.';
  const same = (other: string): boolean => other.toLowerCase() === trimmed.toLowerCase();
  const taken = databases.find(
    (other) => other !== database && (same(other) || same(shownName(names, connectionId, other))),
  );
  return taken === undefined ? null : `The database ${taken} is shown with this name.`;
}

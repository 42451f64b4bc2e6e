/** Saved queries and past runs as one searchable list. Pure. */
import type { SavedQuery } from '../../../contract/index.ts';
import { fullName } from '../../../ui/rql/index.ts';
import type { PastRun } from '../runs/query-state.ts';
import { readQueryText } from './saved-query-text.ts';

export type LibraryEntry =
  | {
      readonly kind: 'saved';
      readonly id: string;
      readonly folder: string;
      readonly name: string;
      readonly query: string;
      readonly parameters: Readonly<Record<string, string>>;
      readonly changedAt: number;
    }
  | {
      readonly kind: 'past';
      readonly id: string;
      readonly query: string;
      readonly parameters: Readonly<Record<string, string>>;
      readonly run: PastRun;
    };

export function libraryEntries(
  saved: readonly SavedQuery[],
  history: readonly PastRun[],
): readonly LibraryEntry[] {
  return [
    ...saved.map(({ folder, name, text, changedAt }): LibraryEntry => {
      const { query, parameters } = readQueryText(text);
      return {
        kind: 'saved',
        id: `saved:${fullName({ folder, name })}`,
        folder,
        name,
        query,
        parameters,
        changedAt,
      };
    }),
    ...history.map((run, index): LibraryEntry => ({
      kind: 'past',
      id: `past:${index}`,
      query: run.query,
      parameters: run.parameters,
      run,
    })),
  ];
}

/** Entries that contain every word in their name, folder, query or parameters; the order is kept. */
export function searchLibrary(entries: readonly LibraryEntry[], words: string): readonly LibraryEntry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => {
    const text = [
      entry.kind === 'saved' ? fullName(entry) : '',
      entry.query,
      ...Object.values(entry.parameters),
    ]
      .join('\n')
      .toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

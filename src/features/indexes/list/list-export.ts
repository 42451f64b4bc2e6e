/** The list as text: CSV, JSON, and Markdown for an issue or a chat. Pure. */
import type { IndexSize } from '../../../protocol/index-sizes.ts';
import type { IndexStats } from '../../../protocol/index-stats.ts';
import { csvText } from '../../../ui/csv-text.ts';
import { indexState, lockLabel, typeLabel } from './index-state.ts';
import type { Lag } from './index-lag.ts';

export interface ListContext {
  readonly lag: (index: IndexStats) => Lag | null;
  readonly sizes: ReadonlyMap<string, IndexSize>;
}

type Cell = string | number | null;

/** Sizes in bytes, times as the server writes them. */
export function listRows(
  indexes: readonly IndexStats[],
  { lag, sizes }: ListContext,
): readonly Readonly<Record<string, Cell>>[] {
  return indexes.map((index) => {
    const size = sizes.get(index.name);
    return {
      Name: index.name,
      Collections: index.collections.join(', '),
      State: indexState(index).label,
      Stale: index.isStale ? 'yes' : 'no',
      Lag: lag(index)?.items ?? null,
      Entries: index.entries,
      Errors: index.errors,
      Type: typeLabel(index),
      Engine: index.engine,
      Priority: index.priority,
      Lock: index.lockMode === null ? null : lockLabel(index.lockMode),
      Size: size ? size.data + size.journals : null,
      References: index.referencedCollections.join(', '),
      'Last indexing': index.lastIndexing,
      'Last query': index.lastQuery,
    };
  });
}

type Rows = ReturnType<typeof listRows>;

export function rowsAsJson(rows: Rows): string {
  return `${JSON.stringify(rows, null, 2)}\n`;
}

export function rowsAsCsv(rows: Rows): string {
  const [head = [], ...body] = table(rows);
  return csvText(head, body);
}

export function rowsAsMarkdown(rows: Rows): string {
  const [head = [], ...body] = table(rows);
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + body.map(line).join('');
}

function table(rows: Rows): readonly (readonly string[])[] {
  const head = Object.keys(rows[0] ?? {});
  return [head, ...rows.map((row) => head.map((name) => String(row[name] ?? '')))];
}

/** Groups of a map-reduce index, merged from several answers, and their pages and entries as rows. Pure. */
import { formatCount, pluralize } from '../../../ui/format.ts';
import type { ReduceEntry, ReducePage, ReduceTree } from '../../../protocol/reduce-trees.ts';

/**
 * An answer names the documents of the entries only for the requested documents, so answers for other documents of a group
 * add theirs. The entries are those of the newest answer.
 */
export function mergeTrees(answers: readonly (readonly ReduceTree[])[]): readonly ReduceTree[] {
  const merged = new Map<string, ReduceTree>();
  for (const tree of answers.flat()) {
    const before = merged.get(tree.Name);
    merged.set(
      tree.Name,
      before?.Root && tree.Root ? { ...tree, Root: mergePages(before.Root, tree.Root) } : tree,
    );
  }
  return [...merged.values()].sort((a, b) => groupKey(a).localeCompare(groupKey(b)));
}

/** A page that changed in between has other entries: what is known of it is dropped. */
function mergePages(before: ReducePage, now: ReducePage): ReducePage {
  const known = new Map((before.Children ?? []).map((child) => [child.PageNumber, child]));
  const old = before.Entries ?? [];
  const entries = now.Entries ?? [];
  const isSame =
    before.PageNumber === now.PageNumber &&
    old.length === entries.length &&
    JSON.stringify(before.AggregationResult) === JSON.stringify(now.AggregationResult);
  return {
    ...now,
    Entries: isSame
      ? entries.map((entry, place): ReduceEntry => ({
          ...entry,
          Source: entry.Source ?? old[place]?.Source ?? null,
        }))
      : now.Entries,
    Children: now.Children?.map((child) => {
      const earlier = known.get(child.PageNumber);
      return earlier ? mergePages(earlier, child) : child;
    }),
  };
}

/** `Company: companies/1-A`; the server's text where it is not a JSON object. */
export function groupKey({ DisplayName, Name }: ReduceTree): string {
  const text = DisplayName ?? Name;
  try {
    const key: unknown = JSON.parse(text);
    if (typeof key !== 'object' || key === null || Array.isArray(key)) return text;
    return Object.entries(key)
      .map(([name, value]) => `${name}: ${valueText(value)}`)
      .join(', ');
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    return text;
  }
}

export type GroupRow =
  | { readonly kind: 'page'; readonly depth: number; readonly page: ReducePage; readonly entries: number }
  | {
      readonly kind: 'entry';
      readonly depth: number;
      readonly entry: ReduceEntry;
    };

/** Deeper pages are left out: trees have few levels, and an answer can be nested as deep as the reader allows. */
const MAX_DEPTH = 24;

/** Each page above its pages and entries; folded pages without them. */
export function groupRows(tree: ReduceTree, folded: ReadonlySet<number>): readonly GroupRow[] {
  const rows: GroupRow[] = [];
  const add = (page: ReducePage, depth: number): void => {
    rows.push({ kind: 'page', depth, page, entries: entriesIn(page) });
    if (folded.has(page.PageNumber) || depth >= MAX_DEPTH) return;
    for (const child of page.Children ?? []) add(child, depth + 1);
    for (const entry of page.Entries ?? []) rows.push({ kind: 'entry', depth: depth + 1, entry });
  };
  if (tree.Root) add(tree.Root, 0);
  return rows;
}

function entriesIn(page: ReducePage): number {
  return (page.Children ?? []).reduce((sum, child) => sum + entriesIn(child), (page.Entries ?? []).length);
}

/** What of a group is not shown, and why; empty where all is. */
export function missingPart(tree: ReduceTree): string {
  const total = tree.NumberOfEntries ?? 0;
  const entries = groupRows(tree, new Set()).flatMap((row) => (row.kind === 'entry' ? [row.entry] : []));
  const known = entries.filter(({ Source }) => typeof Source === 'string').length;
  const all = pluralize(total, 'entry', 'entries');
  if (entries.length < total) return `The server lists ${formatCount(entries.length)} of ${all}.`;
  return known < total
    ? `Documents are known for ${formatCount(known)} of ${all}: the server names them only for the documents that were read.`
    : '';
}

/** One line of JSON; texts without quotes where they are the whole value. */
export function valueText(value: unknown): string {
  if (value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Fields of conditions that no known document has: usually a typing error, for which a server would widen an index. */
import {
  clauseWords,
  isGrouped,
  reservedWords,
  sourceAlias,
  tokenize,
  type Token,
} from '../../../ui/rql/index.ts';

export interface UnknownField {
  /** As it is written, without the alias. */
  readonly path: string;
  /** The known path most like it; null without a similar one. */
  readonly nearest: string | null;
  readonly start: number;
  readonly end: number;
}

/** Deeper paths are not sampled. */
const MAX_DEPTH = 4;
/** Members of values, not of documents. */
const computed = new Set(['length', 'count']);

/** `known` are paths of sampled documents. Paths that cannot be judged are left out. */
export function unknownFields(text: string, known: readonly string[]): UnknownField[] {
  if (known.length === 0) return [];
  const exact = new Set(known);
  const found = new Map<string, UnknownField>();
  for (const { path, start, end } of conditionFields(text)) {
    if (exact.has(path) || found.has(path)) continue;
    found.set(path, { path, nearest: nearestPath(path, known), start, end });
  }
  return [...found.values()];
}

/** Whether the query has fields to check; otherwise no sample is needed. */
export function hasConditionFields(text: string): boolean {
  return conditionFields(text).length > 0;
}

/** Paths in `where` and `order by`, outside of `exists(…)`, which asks for missing fields. */
function conditionFields(text: string): { path: string; start: number; end: number }[] {
  const tokens = tokenize(text).filter((token) => token.kind !== 'comment');
  const clauses = clauseWords(text);
  const alias = sourceAlias(text)?.toLowerCase();
  const found: { path: string; start: number; end: number }[] = [];
  tokens.forEach((first, at) => {
    if (first.kind !== 'word' || tokens[at - 1]?.text === '.') return;
    const clause = clauses.filter((each) => each.start <= first.start).at(-1);
    const name = clause?.text.toLowerCase();
    // The order of groups names keys and results of the grouping.
    if (clause === first || (name !== 'where' && (name !== 'order' || isGrouped(text)))) return;
    let end = at;
    while (tokens[end + 1]?.text === '.' && tokens[end + 2]?.kind === 'word') end += 2;
    const last = tokens[end];
    const next = tokens[end + 1]?.text;
    if (!last || next === '(' || next === '[' || next === '.') return;
    const parts = tokens.slice(at, end + 1).filter((token) => token.text !== '.');
    if (parts.length === 1 && reservedWords.has(first.text.toLowerCase())) return;
    if (isInside(tokens, at, 'exists')) return;
    const names = parts.map((token) => token.text);
    if (alias !== undefined && names[0]?.toLowerCase() === alias) names.shift();
    if (names.length === 0 || names.length > MAX_DEPTH || names.some((each) => each.startsWith('@'))) return;
    if (computed.has(names.at(-1)?.toLowerCase() ?? '')) return;
    found.push({ path: names.join('.'), start: first.start, end: last.end });
  });
  return found;
}

function isInside(tokens: readonly Token[], at: number, name: string): boolean {
  const depth = tokens[at]?.depth ?? 0;
  for (let i = at - 1; i > 0 && depth > 0; i--)
    if (tokens[i]?.text === '(' && tokens[i]?.depth === depth - 1)
      return tokens[i - 1]?.text.toLowerCase() === name;
  return false;
}

/** At most a third of the letters may differ. */
export function nearestPath(path: string, known: readonly string[]): string | null {
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const name of known) {
    const distance = editDistance(path.toLowerCase(), name.toLowerCase());
    if (best === null || distance < best.distance) best = { name, distance };
  }
  return best !== null && best.distance <= Math.max(1, path.length / 3) ? best.name : null;
}

/** Levenshtein distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

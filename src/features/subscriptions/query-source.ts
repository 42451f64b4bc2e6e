/** What a subscription reads, found in the text of its query, and the cheap query that counts what it sends. Pure. */
import { clauseWords, sourceAlias, tokenize, withoutClauses } from '../../ui/rql/index.ts';

export interface QuerySource {
  /** Null: all documents. */
  readonly collection: string | null;
  readonly revisions: boolean;
}

/** Undefined for a text that is not the query of a subscription. */
export function querySource(query: string): QuerySource | undefined {
  const tokens = tokenize(query).filter(({ kind }) => kind !== 'comment');
  const from = tokens.findIndex(
    ({ kind, depth, text }) => kind === 'word' && depth === 0 && text.toLowerCase() === 'from',
  );
  const source = tokens[from + 1];
  if (from < 0 || source === undefined) return undefined;
  const name =
    source.kind === 'string'
      ? source.text.slice(1, -1).replaceAll(/\\(.)/g, '$1')
      : source.kind === 'word'
        ? source.text
        : undefined;
  if (name === undefined || name === '' || name.toLowerCase() === 'index') return undefined;
  const [open, option] = tokens.slice(from + 2, from + 4);
  const revisions = open?.text === '(' && option?.text.toLowerCase() === 'revisions';
  return { collection: name === '@all_docs' ? null : name, revisions };
}

export function sourceText(query: string): string {
  const source = querySource(query);
  if (source === undefined) return 'Unknown';
  const name = source.collection ?? 'All documents';
  return source.revisions ? `${name} (revisions)` : name;
}

/**
 * The same filter with a result of one number, where that is certain: a projection of its own may be what decides which
 * documents are sent.
 */
export function countingQuery(query: string): string {
  const words = clauseWords(query).map(({ text }) => text.toLowerCase());
  if (words.includes('select') || words.includes('load') || words.includes('declare')) return query;
  const bare = withoutClauses(query, new Set(['include', 'limit']));
  if (sourceAlias(bare) !== null) return `${bare}\nselect { n: 1 }`;
  const source = querySource(bare);
  return source === undefined || source.revisions || words.includes('where')
    ? bare
    : `${bare} as counted\nselect { n: 1 }`;
}

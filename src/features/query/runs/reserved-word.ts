/** Finds a reserved word that stands where RQL expects a name. */
import { reservedWords, tokenize } from '../../../ui/rql/index.ts';

/** Words of values are no names. */
const values = new Set(['null', 'true', 'false']);
/** After these a field or a source is expected, and `not` alone is a word of the grammar. */
const beforeNames = new Set(['from', 'where', 'and', 'or', 'not', 'by', 'select', ',', '(']);

/** The word at or directly before a syntax error (1-based line and column), if it stands for a name. */
export function reservedWordAt(
  text: string,
  { line, column }: { readonly line: number; readonly column: number },
): string | null {
  const lineStart = text
    .split('\n')
    .slice(0, line - 1)
    .reduce((sum, each) => sum + each.length + 1, 0);
  const offset = lineStart + column - 1;
  const tokens = tokenize(text).filter((token) => token.kind !== 'comment');
  const at = tokens.filter((token) => token.start <= offset).length - 1;
  for (const index of [at, at - 1]) {
    const token = tokens[index];
    const word = token?.text.toLowerCase() ?? '';
    if (token?.kind !== 'word' || !reservedWords.has(word) || values.has(word) || word === 'not') continue;
    if (beforeNames.has(tokens[index - 1]?.text.toLowerCase() ?? '')) return token.text;
  }
  return null;
}

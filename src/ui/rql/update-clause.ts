/** Splits `from … where … update { … }` into the query that finds the documents and the script. */
import { clauseWords, tokenize } from './tokens.ts';

export interface UpdateParts {
  /** The query without its update clause, which finds the same documents. */
  readonly query: string;
  /** The text between the braces. */
  readonly script: string;
  /** 1-based lines of the word `update` and of its opening brace. */
  readonly updateLine: number;
  readonly braceLine: number;
  /** Offset of the opening brace. */
  readonly braceAt: number;
}

/** Null when the text has no complete `update { … }`. */
export function splitUpdate(text: string): UpdateParts | null {
  const update = clauseWords(text).find((token) => token.text.toLowerCase() === 'update');
  if (!update) return null;
  const after = tokenize(text).filter((token) => token.kind !== 'comment' && token.start >= update.end);
  const open = after[0];
  if (open?.text !== '{') return null;
  const close = after.find(
    (token) => token.text === '}' && token.kind === 'mark' && token.depth === open.depth,
  );
  if (!close) return null;
  const rest = text.slice(close.end);
  return {
    query: `${text.slice(0, update.start).trimEnd()}${rest.trim() === '' ? '' : `\n${rest.trim()}`}`,
    script: text.slice(open.end, close.start),
    updateLine: lineAt(text, update.start),
    braceLine: lineAt(text, open.start),
    braceAt: open.start,
  };
}

/** The text of the script up to the caret; null when the caret is not inside of the braces of an update clause. */
export function scriptBefore(text: string, caret: number): string | null {
  const before = text.slice(0, caret);
  const update = clauseWords(before).find((token) => token.text.toLowerCase() === 'update');
  if (!update) return null;
  const after = tokenize(before).filter((token) => token.kind !== 'comment' && token.start >= update.end);
  const open = after[0];
  if (open?.text !== '{') return null;
  const closed = after.some(
    (token) => token.text === '}' && token.kind === 'mark' && token.depth === open.depth,
  );
  return closed ? null : before.slice(open.end);
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

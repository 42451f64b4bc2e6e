/** Maps a server error about a query to a position in its text. Pure, independent of the editor. */
import { ServerError } from './server-error.ts';

/** Lines and columns start at 1; the end is exclusive. */
export interface QueryProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Null when the error is not about the text, or has no position. */
export function locateQueryProblem(thrown: unknown, query: string): QueryProblem | null {
  if (!(thrown instanceof ServerError)) return null;
  return parsePosition(thrown.message, query) ?? scriptPosition(thrown.message, query);
}

/** A problem from a parser's message: `3:2 …`. */
export function locateParseProblem(message: string, query: string): QueryProblem | null {
  return parsePosition(message, query);
}

/** The message of a query error without the leading position and the trailing copy of the query. */
export function queryErrorSentence(message: string): string {
  return (
    message
      .replace(/^\d+:\d+\s+/, '')
      .replace(/\r?\nQuery: ?[\s\S]*$/, '')
      .split('\n', 1)[0] ?? message
  );
}

/** `3:2 parsing Between, expected AND but got: order` */
function parsePosition(message: string, query: string): QueryProblem | null {
  const match = /^(\d+):(\d+)\s/.exec(message);
  if (!match) return null;
  const lines = query.split('\n').map((text) => text.replace(/\r$/, ''));
  const sentence = queryErrorSentence(message);
  const near = /but got: (\S+)/.exec(sentence)?.[1] ?? '';
  const line = Math.min(Math.max(Number(match[1]), 1), lines.length);
  const text = lines[line - 1] ?? '';
  const said = Math.min(Math.max(Number(match[2]), 1), text.length + 1);
  // RavenDB counts the preceding line break as the first column of later lines; the sandbox does not.
  // The word named in the message decides between the two positions.
  const oneBefore = line > 1 && said > 1 && near !== '' && !text.startsWith(near, said - 1);
  const column = oneBefore && text.startsWith(near, said - 2) ? said - 1 : said;
  const word = /^(?:[\w$@.]+|"[^"]*"?|'[^']*'?|\S)/.exec(text.slice(column - 1))?.[0] ?? '';
  // At the end of the text there is nothing to underline, so the last character is marked.
  if (word === '')
    return {
      message: sentence,
      line,
      column: Math.max(1, text.length),
      endLine: line,
      endColumn: text.length + 1,
    };
  return { message: sentence, line, column, endLine: line, endColumn: column + word.length };
}

/**
 * `Select clause contains invalid script … At Line : 3, Column : 6`: the line is relative to the script, the column
 * refers to generated text. Only the line is reliable.
 */
function scriptPosition(message: string, query: string): QueryProblem | null {
  const match = /^(Select clause|Invalid script inside function (\w+))[\s\S]*?At Line : (\d+)/.exec(message);
  if (!match) return null;
  const start =
    match[2] === undefined ? query.search(/\bselect\s*\{/i) : query.indexOf(`function ${match[2]}`);
  if (start < 0) return null;
  const firstLine = query.slice(0, start).split('\n').length;
  const lines = query.split('\n');
  const line = Math.min(firstLine + Number(match[3]) - 1, lines.length);
  const text = lines[line - 1] ?? '';
  const indent = text.length - text.trimStart().length;
  return {
    message: queryErrorSentence(message),
    line,
    column: indent + 1,
    endLine: line,
    endColumn: Math.max(text.length, indent + 1) + 1,
  };
}

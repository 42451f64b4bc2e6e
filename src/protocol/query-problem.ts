/** Turns a server's complaint about a query's text into a place in that text. Pure; knows no editor. */
import { ServerError } from './server-error.ts';

/** Lines and columns count from 1; the end is exclusive. */
export interface QueryProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Null when the error is not about the text, or does not say where. */
export function locateQueryProblem(thrown: unknown, query: string): QueryProblem | null {
  if (!(thrown instanceof ServerError)) return null;
  return parsePosition(thrown.message, query) ?? scriptPosition(thrown.message, query);
}

/** The sentence of a query error without the position before it and the whole query after it. */
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
  // RavenDB counts the line break before the second and later lines as their first column; the sandbox does not.
  // The word it names tells which of the two places is meant.
  const oneBefore = line > 1 && said > 1 && near !== '' && !text.startsWith(near, said - 1);
  const column = oneBefore && text.startsWith(near, said - 2) ? said - 1 : said;
  const word = /^(?:[\w$@.]+|"[^"]*"?|'[^']*'?|\S)/.exec(text.slice(column - 1))?.[0] ?? '';
  // At the very end there is nothing to underline: the last character stands for it.
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
 * `Select clause contains invalid script … At Line : 3, Column : 6`: the line counts from the script's own start,
 * the column in the text the server made of it. Only the line can be trusted.
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

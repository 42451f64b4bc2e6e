/** Errors of indexes as texts: the sentence before the stack, and files to keep. Pure. */
import type { IndexError } from '../../../protocol/index-errors.ts';
import { csvText } from '../../../ui/csv-text.ts';

/**
 * The sentence of an error without the stack of the server's code. A script's own error is the innermost exception
 * (`---> Type: text`), so that comes first.
 */
export function firstSentence(message: string): string {
  const end = message.search(/\r?\n|\s+at [\w.<>`]+\(|\s+--->/);
  const first = (end < 0 ? message : message.slice(0, end)).trim();
  const inner = [...message.matchAll(/--->\s*[\w.+`]+:\s*([^\r\n]+)/g)].at(-1)?.[1]?.trim();
  return inner === undefined || first.endsWith(inner) ? first : `${inner} (${first})`;
}

/** How often each sentence occurs, without the id of the document, most frequent first. */
export function errorKinds(
  errors: readonly IndexError[],
): readonly { readonly text: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { document, message } of errors) {
    const sentence = firstSentence(message);
    const text = document === null ? sentence : sentence.replaceAll(document, '…');
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count);
}

const columns = ['Index', 'Time', 'Document', 'Action', 'Error'] as const;

export function errorsAsCsv(errors: readonly IndexError[]): string {
  return csvText(
    columns,
    errors.map((error) => [error.index, error.timestamp, error.document, error.action, error.message]),
  );
}

export function errorsAsJson(errors: readonly IndexError[]): string {
  return `${JSON.stringify(errors, null, 2)}\n`;
}

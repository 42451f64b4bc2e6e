/** A saved query as text: the query below a header of comments (`src/ui/rql/saved-text.ts`). Pure. */
import { formatHeaderText, readHeaderText } from '../../../ui/rql/index.ts';

export interface QueryText {
  /** With its folders; null without a header line. */
  readonly name: string | null;
  /** The typed texts by parameter name. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: string;
}

const NAME = /^\/\/ ?name: ?(.*)$/;

export function formatQueryText({ name, parameters, query }: QueryText): string {
  return formatHeaderText({ values: name === null ? {} : { name }, parameters, text: query });
}

/** Reads any text: what is no header line belongs to the query. */
export function readQueryText(text: string): QueryText {
  const { values, parameters, text: query } = readHeaderText(text, ['name']);
  return { name: values.name ?? null, parameters, query };
}

/** Several queries in one file: each begins with its name. */
export function formatBundle(queries: readonly QueryText[]): string {
  return queries.map((query) => `${formatQueryText(query).trimEnd()}\n`).join('\n');
}

/** One query for a text without names. Empty ones are left out. */
export function readBundle(text: string): readonly QueryText[] {
  const parts: string[][] = [[]];
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    if (NAME.test(line) && parts.at(-1)?.some((each) => each.trim() !== '') === true) parts.push([]);
    parts.at(-1)?.push(line);
  }
  return parts
    .map((lines) => readQueryText(lines.join('\n')))
    .map((read) => ({ ...read, query: read.query.trim() }))
    .filter(({ query }) => query !== '');
}

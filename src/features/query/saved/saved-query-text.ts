/**
 * A saved query as text: the query below a header of comments, so that the file is a query for every other program.
 *
 *     // name: Sales/Orders of a company
 *     // $company = "companies/1-A"
 *     from Orders where Company = $company
 *
 * Pure.
 */
export interface QueryText {
  /** With its folders; null without a header line. */
  readonly name: string | null;
  /** The typed texts by parameter name. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: string;
}

const NAME = /^\/\/ ?name: ?(.*)$/;
const PARAMETER = /^\/\/ ?\$([A-Za-z_]\w*) ?= ?(.*)$/;

export function formatQueryText({ name, parameters, query }: QueryText): string {
  const header = [
    ...(name === null ? [] : [`// name: ${name.replaceAll(/\s+/g, ' ')}`]),
    // As a JSON string, so that any typed text is one line.
    ...Object.entries(parameters).map(([parameter, typed]) => `// $${parameter} = ${JSON.stringify(typed)}`),
  ];
  return [...header, query].join('\n') + (query.endsWith('\n') ? '' : '\n');
}

/** Reads any text: what is no header line belongs to the query. */
export function readQueryText(text: string): QueryText {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  let name: string | null = null;
  const parameters: Record<string, string> = {};
  let at = 0;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const named: RegExpExecArray | null = name === null ? NAME.exec(line) : null;
    const parameter = PARAMETER.exec(line);
    if (named) name = (named[1] ?? '').trim();
    else if (parameter) parameters[parameter[1] ?? ''] = typedText(parameter[2] ?? '');
    else break;
  }
  return { name, parameters, query: lines.slice(at).join('\n').replace(/\n$/, '') };
}

/** A JSON string, or any text that a person wrote. */
function typedText(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text.trim();
  } catch {
    // Not JSON: plain text.
    return text.trim();
  }
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

/** `Sales/Open/Late orders` as folder and name. */
export function placeOf(name: string): { readonly folder: string; readonly name: string } {
  const parts = name
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return { folder: parts.slice(0, -1).join('/'), name: parts.at(-1) ?? '' };
}

export function fullName({ folder, name }: { readonly folder: string; readonly name: string }): string {
  return folder === '' ? name : `${folder}/${name}`;
}

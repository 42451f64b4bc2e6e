/**
 * The fields that a simple map writes: `from x in docs.C select new { … }` in C#, or `map('C', x => ({ … }))`. Anything with
 * conditions, joins or several statements is not simple, and returns null: two such maps are never compared. Pure.
 */
export interface MapFields {
  /** As it is written; `@all_docs` for a map over all documents. */
  readonly collection: string;
  /** Expressions by field, with the document's variable as `_` and without white space. */
  readonly fields: ReadonlyMap<string, string>;
}

const csharp =
  /^\s*from\s+(?<variable>[\p{L}_][\p{L}\p{N}_]*)\s+in\s+docs(?:\.(?<collection>[\p{L}_][\p{L}\p{N}_]*))?\s+select\s+new\s*\{(?<body>[^]*)\}\s*;?\s*$/u;
const javascript =
  /^\s*map\s*\(\s*(?<quote>["'`])(?<collection>[^"'`]+)\k<quote>\s*,\s*\(?\s*(?<variable>[\p{L}_$][\p{L}\p{N}_$]*)\s*\)?\s*=>\s*\(\s*\{(?<body>[^]*)\}\s*\)\s*\)\s*;?\s*$/u;
/** Automatic indexes: `Orders:[<Name:Freight>,<Name:Company>]`. */
const automatic = /^(?<collection>[^:]+):\[(?<body>[^]*)\]$/u;

/** A simple map as it is written, to write another one with its members. */
export interface SimpleMap {
  readonly language: 'csharp' | 'javascript';
  readonly collection: string;
  /** The document's variable. */
  readonly variable: string;
  readonly members: readonly { readonly name: string; readonly expression: string }[];
}

export function mapFields(map: string): MapFields | null {
  const auto = automatic.exec(map.trim());
  if (auto?.groups && auto.groups.body?.includes('Name:') === true)
    return autoFields(auto.groups.collection ?? '', auto.groups.body);
  const simple = simpleMap(map);
  if (simple === null) return null;
  const { collection, variable, members } = simple;
  return {
    collection,
    fields: new Map(members.map(({ name, expression }) => [name, normalized(expression, variable)])),
  };
}

export function simpleMap(map: string): SimpleMap | null {
  const match = csharp.exec(map) ?? javascript.exec(map);
  if (!match?.groups) return null;
  const { variable = '', collection = '@all_docs', body = '' } = match.groups;
  const language = csharp.test(map) ? 'csharp' : 'javascript';
  const parts = splitTopLevel(body, ',');
  if (parts === null) return null;
  const members: { name: string; expression: string }[] = [];
  for (const part of parts.map((each) => each.trim()).filter((each) => each !== '')) {
    const [name, expression] = member(part, language === 'csharp' ? '=' : ':');
    if (name === null) return null;
    members.push({ name, expression: expression.trim() });
  }
  return { language, collection, variable, members };
}

/** Names of the fields of all maps, for a list to choose from; maps that are not simple add none. */
export function fieldNames(maps: readonly string[]): readonly string[] {
  return [...new Set(maps.flatMap((map) => [...(mapFields(map)?.fields.keys() ?? [])]))];
}

function autoFields(collection: string, body: string): MapFields {
  // RavenDB writes each field in angle brackets, the sandbox does not. A name can contain a comma: `spatial.point(a, b)`.
  const names = body.includes('<')
    ? [...body.matchAll(/<Name:([^>#]+)/g)].map(([, name = '']) => name)
    : body.split(/(?:^|,)Name:/).slice(1);
  return { collection, fields: new Map(names.map((name) => [name, `_.${name}`])) };
}

/** `Total = x.Lines.Count`, `Total: x.Lines.length`, or `x.Company`, which is named by its last part. */
function member(part: string, separator: string): readonly [name: string | null, expression: string] {
  const named = new RegExp(
    `^["'\`]?([\\p{L}_$][\\p{L}\\p{N}_$]*)["'\`]?\\s*${separator}(?!=)([^]*)$`,
    'u',
  ).exec(part);
  if (named) return [named[1] ?? null, named[2] ?? ''];
  const path = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)+$/u.exec(part);
  return [path ? (part.split('.').at(-1) ?? null) : null, part];
}

function normalized(expression: string, variable: string): string {
  return withVariable(expression, variable, '_').replaceAll(/\s+/g, '');
}

/** An expression over a document with another name. */
export function withVariable(expression: string, variable: string, other: string): string {
  const name = variable.replaceAll('$', '\\$');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_.$])${name}(?![\\p{L}\\p{N}_$])`, 'gu');
  return expression.replaceAll(pattern, () => other);
}

const OPENING = '([{';
const CLOSING = ')]}';

/** Null when brackets do not match. Separators inside brackets and texts do not split. */
function splitTopLevel(text: string, separator: string): readonly string[] | null {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let quote: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (quote !== null) {
      if (char === '\\') at++;
      else if (char === quote) quote = null;
    } else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (OPENING.includes(char)) depth++;
    else if (CLOSING.includes(char)) depth--;
    else if (char === separator && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
    if (depth < 0) return null;
  }
  return depth === 0 && quote === null ? [...parts, text.slice(start)] : null;
}

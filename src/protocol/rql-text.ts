/** Text and names as RQL writes them. Pure. */

/**
 * The words that name a field in quotes or after a dot only. Measured on RavenDB 7.1.5 and 6.2.4; the first ten are
 * `QUOTED_NAMES` in native/rql/src/grammar.rs, the others are values or begin a condition.
 */
const QUOTED_NAMES: ReadonlySet<string> = new Set(
  'as group where order load select update include limit offset true false null not'.split(' '),
);
const PLAIN_PATH = /^[\p{L}_][\p{L}\p{N}_]*(\[\])?(\.[\p{L}_][\p{L}\p{N}_]*(\[\])?)*$/u;

/** A text in quotes: a value, or the name of a collection or an index. */
export function rqlText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/**
 * A path to a field, `Lines[].Product`, or `id()`, for the beginning of a condition. A first name that is a keyword is quoted,
 * and a path with other characters as a whole: RQL cannot write its parts.
 */
export function rqlPath(path: string): string {
  if (/^[a-z]+\(\)$/i.test(path)) return path;
  if (!PLAIN_PATH.test(path)) return rqlText(path);
  const first = /^[\p{L}\p{N}_]+/u.exec(path)?.[0] ?? path;
  return QUOTED_NAMES.has(first.toLowerCase()) ? `${rqlText(first)}${path.slice(first.length)}` : path;
}

/** RQL over an index. Pure. */

/** Everything in an index. */
export function indexQuery(index: string): string {
  return `from index ${quoted(index)}`;
}

/** The entries with a term. A field with other characters than a path needs quotes. */
export function termQuery(index: string, field: string, term: string): string {
  const name = /^[\p{L}_][\p{L}\p{N}_.]*(\(\))?$/u.test(field) ? field : quoted(field);
  return `${indexQuery(index)} where ${name} = ${quoted(term)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

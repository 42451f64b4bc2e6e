/** The id of a new document. Pure. */

/** Ids start like their collection, and "/" lets the server generate the rest. */
export function suggestedId(collection: string | undefined): string {
  if (collection === undefined || collection === '' || collection.startsWith('@')) return '';
  return `${collection.charAt(0).toLowerCase()}${collection.slice(1)}/`;
}

export function idHint(id: string): string {
  if (id.endsWith('/')) return `The server generates the id, such as ${id}0000000000000000001-A`;
  if (id.endsWith('|')) return `The cluster generates the next number: ${id.slice(0, -1)}/1`;
  return 'Used unchanged. The id must be new.';
}

/** The label of a count: a collection, the query or the references. Pure. */
export function countName(name: string): string {
  if (name === '@query') return 'Query results';
  if (name === '@references') return 'Referenced documents';
  return name;
}

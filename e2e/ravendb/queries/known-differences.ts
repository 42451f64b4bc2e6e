/**
 * Queries that `rookeryd` answers otherwise than RavenDB 7.1.5, and why. Short on purpose: everything here is in
 * `native/rql/SEMANTICS.md` too. A query that is answered alike again must leave this list: the test says so.
 */
export const knownDifferences: ReadonlyMap<string, string> = new Map([
  ["from Items where startsWith(id(), 'items/1')", 'RavenDB does not count them and says -1'],
  [
    'from Items where Price between 1 and 2',
    'with whole bounds RavenDB looks at the part before the point: it finds 2.75 as well',
  ],
  [
    'from Items where Amount > 80 select id() as I, Nope',
    'RavenDB leaves a field that no document has out when an index answers, and gives null when it scans; here it is null',
  ],
]);

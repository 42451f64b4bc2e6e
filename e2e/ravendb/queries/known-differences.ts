/**
 * Queries with a different result on `rookeryd` and RavenDB 7.1.5, with the reason. All of them are in
 * `native/rql/SEMANTICS.md`. A query with equal results must leave this list: a test checks it.
 */
export const knownDifferences: ReadonlyMap<string, string> = new Map([
  [
    'from Items where Price between 1 and 2',
    'with whole bounds RavenDB looks at the part before the point: it finds 2.75 as well',
  ],
  [
    'from Items where Amount > 80 select id() as I, Nope',
    'RavenDB leaves a field that no document has out when an index answers, and gives null when it scans; here it is null',
  ],
]);

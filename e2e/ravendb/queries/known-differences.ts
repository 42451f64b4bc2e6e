/**
 * Queries that `rookeryd` answers otherwise than RavenDB 7.1.5, and why. Short on purpose: everything here is in
 * `native/rql/SEMANTICS.md` too. A query that is answered alike again must leave this list: the test says so.
 */
export const knownDifferences: ReadonlyMap<string, string> = new Map([]);

/**
 * Where the shape of an answer of `rookeryd` intentionally differs from RavenDB 7.1.5, with the reason. A difference
 * that is not met any more must leave this list: a test checks it.
 */
export interface KnownDifference {
  /** The name of the request: number, method, path and query. */
  readonly request: RegExp;
  /** The path of the member. */
  readonly member: RegExp;
  readonly reason: string;
  /** Depends on what the server has done before: a run without it is fine. */
  readonly notAlways?: true;
}

export const known = (request: RegExp, member: RegExp, reason: string): KnownDifference => ({
  request,
  member,
  reason,
});

export const knownDifferences: readonly KnownDifference[] = [
  known(
    /POST .*\/queries/,
    /^(?:IndexDefinition|AutoIndexCreation)RaftIndex$/,
    'definitions of indexes are no commands of a cluster here, so they have no number',
  ),
  known(/POST .*\/queries/, /^Code$/, 'errors also have a code of this program, for its screens'),
  known(
    /index 'None'/,
    /^$/,
    'RavenDB answers a missing index with an empty body; here the body says which index is missing',
  ),
  known(
    /from Users select Name/,
    /@index-score$/,
    'RavenDB adds a score of 0 to projections of a collection, which has no scores',
  ),
  known(/counter\(u, "likes"\)/, /^/, 'counters in projections are not supported yet'),
  known(
    /include timings/,
    /^Timings\./,
    'stages and operators are those of this engine, with counts of entries and times (native/rql/SEMANTICS.md)',
  ),
  {
    ...known(
      /POST .*\/queries/,
      /^Timings$/,
      'RavenDB adds timings to every answer while a client watches its traffic, as the test of recordings does',
    ),
    notAlways: true,
  },
  known(
    /GET \/indexes\/stats/,
    /\.LastQueryingTime$/,
    'the time is null until the first query; RavenDB has the time at which the index was opened',
  ),
  known(
    /GET \/indexes\/stats/,
    /\.ReferencedCollections$/,
    'RavenDB has null for automatic map-reduce indexes and a list for others',
  ),
  {
    ...known(/GET \/indexes\/performance/, /AllocatedUnmanagedBytes$/, 'unmanaged memory is not measured'),
    notAlways: true,
  },
  known(
    /GET \/indexes\/source/,
    /^/,
    'RavenDB shows the C# program that it generates; there is none here, and the answer says so',
  ),
  {
    ...known(
      /GET \/operations\/state/,
      /^Progress/,
      'RavenDB keeps the last progress of an operation that reported one before it ended',
    ),
    notAlways: true,
  },
  {
    ...known(/queries/, /^RookeryQueryMs$/, 'the time without the creation of an index, which clients skip'),
    notAlways: true,
  },
  known(/indexes\/test/, /^Rookery/, 'details for the index editor, which clients skip'),
  known(
    /indexes\/test/,
    /^QueryResults\[\]\.@metadata\./,
    'documents that a test finds keep the members of their version',
  ),
  known(/GET \/stats/, /^Rookery$/, 'details for the dashboard, which clients skip'),
  known(/collections\/stats\/detailed/, /\.Compression$/, 'details for the dashboard, which clients skip'),
  known(
    /collections\/preview/,
    /@metadata\.@(?:attachments|counters)$/,
    'documents of the preview keep their lists of attachments and counters',
  ),
  known(
    /GET \/counters.*full=true/,
    /\.CounterValues\.A-/,
    'the members are named after the id of the database',
  ),
  known(
    /tombstones\/state/,
    /\.Documents\.Component$/,
    'RavenDB names no component when the tombstones of a collection are held by none',
  ),
  known(/storage\/report/, /\.Report\.Tables$/, 'the tables of the data file, which clients skip'),
  known(
    /GET \/admin\/databases/,
    /^AutoIndexes\.Auto\/(?:[^.]|\.point)*$/,
    'an extended automatic index replaces the one before at once; RavenDB keeps both for a while',
  ),
  known(
    /GET \/admin\/databases/,
    /^Indexes\.Users\/Failing\.(?:LockMode|Priority)$/,
    'lock mode and priority are stored explicitly, also where a client leaves them out',
  ),
];

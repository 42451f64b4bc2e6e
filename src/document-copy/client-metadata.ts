/** Which members of `@metadata` clients write. The others are made by the server that stores the document. Pure. */

/** Servers of a later version can add members, but client libraries have their own ones too: `@nested-object-types`. */
const SERVER_MADE: ReadonlySet<string> = new Set([
  '@archived',
  '@attachments',
  '@change-vector',
  '@compare-exchange-key',
  '@counters',
  '@counters-snapshot',
  '@distance',
  '@etag',
  '@expected-change-vector',
  '@flags',
  '@id',
  '@index-score',
  '@last-modified',
  '@legacy-delete-marker',
  '@legacy-revision',
  '@projection',
  '@replication-conflict',
  '@revisions-counters',
  '@revisions-timeseries',
  '@spatial',
  '@timeseries',
  '@timeseries-named-values',
  '@timeseries-snapshot',
  '@transaction-index',
]);

export const isServerMetadata = (key: string): boolean => SERVER_MADE.has(key.toLowerCase());

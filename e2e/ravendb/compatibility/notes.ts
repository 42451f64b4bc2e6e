/** What a route of the sandbox leaves out. A route without a note does what the server does, as far as tests compare it. */
export const partly: readonly (readonly [route: RegExp, leftOut: string])[] = [
  [
    /\/smuggler\/(export|import)$/,
    'Encryption is refused. Conflicts and imported atomic guards are skipped and counted.',
  ],
  [
    /\/admin\/indexes$/,
    'C# that is not in `native/script/src/csharp/grammar.ebnf` is refused with its position: of additional sources everything but static functions. Vector options are kept without effect. Boosts of entries and fields count as with Lucene, whichever search engine the definition names (Corax refuses those of fields).',
  ],
  [/\/indexes\/test$/, 'The same as for saving an index.'],
  [
    /\/indexes\/debug$/,
    '`source-doc-ids`, `map-reduce-tree` and `entries-fields`, which lists all fields as static.',
  ],
  [
    /\/(queries|streams\/queries)$/,
    'No `vector.search`; streams give rows with time series as queries do. Other words are in the changelog.',
  ],
  [
    /\/stats\/detailed$/,
    'Deleted ranges of time series and tombstones of attachments are not stored: both are 0. A document with counters is one counter entry, and a segment of a time series has no limit of days; sizes are those of rows, not of pages.',
  ],
  [/\/subscriptions(\/.*)?$/, 'No rates and status texts of connections, no nodes other than this one.'],
  [
    /\/bulk_docs$/,
    'Compare-exchange commands outside of cluster-wide transactions are refused, not ignored.',
  ],
  [
    /\/admin\/(backup|backup\/database|periodic-backup)$/,
    'Full backups into allowed local folders, unencrypted. `Snapshot` writes a file of the sandbox.',
  ],
  [/^(PUT|DELETE) .*\/admin\/(analyzers|sorters)$/, 'C# classes are refused by their name.'],
  [/\/admin\/connection-strings$/, 'They are kept; no ETL or replication task uses them here.'],
  [/\/admin\/restore\/(points|database)$/, 'Full backups in allowed local folders, unencrypted.'],
  [/^PUT \/admin\/databases$/, 'One node, without encryption, sharding and tasks.'],
];

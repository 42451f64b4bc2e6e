/** The sections of the settings screen, in its order. */
export interface SectionEntry {
  /** Its name in links: `params.section`. */
  readonly anchor: string;
  readonly title: string;
  /** Further words that find it. */
  readonly keywords: string;
}

export const sectionEntries: readonly SectionEntry[] = [
  { anchor: 'compression', title: 'Documents compression', keywords: 'compress dictionary ratio size zstd' },
  { anchor: 'revisions', title: 'Document revisions', keywords: 'history versions bin restore' },
  { anchor: 'conflicts', title: 'Conflict resolution', keywords: 'conflict replication script latest' },
  {
    anchor: 'conflict-revisions',
    title: 'Revisions of conflicts',
    keywords: 'conflict revisions limit replication',
  },
  { anchor: 'archival', title: 'Data archival', keywords: 'archive @archive-at' },
  { anchor: 'expiration', title: 'Document expiration', keywords: 'expires ttl delete' },
  { anchor: 'refresh', title: 'Document refresh', keywords: 'refresh date' },
  {
    anchor: 'time-series',
    title: 'Time series policies',
    keywords: 'rollup retention aggregation raw policy',
  },
  { anchor: 'identities', title: 'Identities', keywords: 'sequence next value seed' },
  {
    anchor: 'client',
    title: 'Client configuration',
    keywords: 'read balance load balance session separator',
  },
  { anchor: 'state', title: 'Database state', keywords: 'enable disable lock mode record' },
];

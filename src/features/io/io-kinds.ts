/** RavenDB's I/O meters in lane order. The index in this list is the kind number in the columns. */
export interface IoKind {
  readonly type: string;
  readonly label: string;
  /** The custom property of its colour. */
  readonly token: string;
  readonly always: boolean;
  /** The part of the lane's height that its bars use, to distinguish kinds without colour. */
  readonly from: number;
  readonly to: number;
  /** Description for the legend. */
  readonly description: string;
}

export const ioKinds: readonly IoKind[] = [
  {
    type: 'JournalWrite',
    label: 'Journal write',
    token: '--io-journal',
    always: true,
    from: 0.14,
    to: 0.86,
    description: 'A transaction written durably to the journal. Requests wait for it.',
  },
  {
    type: 'DataFlush',
    label: 'Data flush',
    token: '--io-flush',
    always: true,
    from: 0.4,
    to: 0.86,
    description: 'Changes written from the journal to the data file.',
  },
  {
    type: 'DataSync',
    label: 'Data sync',
    token: '--io-sync',
    always: true,
    from: 0.14,
    to: 0.6,
    description: 'The data file synced to disk.',
  },
  {
    type: 'Compression',
    label: 'Compression',
    token: '--io-compression',
    always: false,
    from: 0.36,
    to: 0.64,
    description: 'A transaction compressed before it is written to the journal.',
  },
];

/** Indices in the list, by name. */
export const JOURNAL = 0;
export const FLUSH = 1;
export const SYNC = 2;
export const COMPRESSION = 3;

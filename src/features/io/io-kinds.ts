/** The meters RavenDB has, in the order of their lanes. The place in this list is the kind's number in the columns. */
export interface IoKind {
  readonly type: string;
  readonly label: string;
  /** The custom property that holds its colour. */
  readonly token: string;
  readonly always: boolean;
  /** The part of a lane its bars take, so that kinds differ without colour too. */
  readonly from: number;
  readonly to: number;
  /** What it measures, for the legend. */
  readonly meaning: string;
}

export const ioKinds: readonly IoKind[] = [
  {
    type: 'JournalWrite',
    label: 'Journal write',
    token: '--io-journal',
    always: true,
    from: 0.14,
    to: 0.86,
    meaning: 'A transaction written durably to the journal. Requests wait for it.',
  },
  {
    type: 'DataFlush',
    label: 'Data flush',
    token: '--io-flush',
    always: true,
    from: 0.4,
    to: 0.86,
    meaning: 'Changes written from the journal to the data file.',
  },
  {
    type: 'DataSync',
    label: 'Data sync',
    token: '--io-sync',
    always: true,
    from: 0.14,
    to: 0.6,
    meaning: 'The data file synced to disk.',
  },
  {
    type: 'Compression',
    label: 'Compression',
    token: '--io-compression',
    always: false,
    from: 0.36,
    to: 0.64,
    meaning: 'A transaction compressed before it is written to the journal.',
  },
];

/** Places in the list, by name. */
export const JOURNAL = 0;
export const FLUSH = 1;
export const SYNC = 2;
export const COMPRESSION = 3;

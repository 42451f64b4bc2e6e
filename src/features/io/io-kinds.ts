/** The meters RavenDB has, in the order of their lanes. The place in this list is the kind's number in the columns. */
export interface IoKind {
  readonly type: string;
  readonly label: string;
  /** The custom property that holds its colour. */
  readonly token: string;
  readonly always: boolean;
  /** What it measures, for the legend. */
  readonly meaning: string;
}

export const ioKinds: readonly IoKind[] = [
  {
    type: 'JournalWrite',
    label: 'Journal write',
    token: '--io-journal',
    always: true,
    meaning: 'A transaction written durably to the journal. Requests wait for it.',
  },
  {
    type: 'DataFlush',
    label: 'Data flush',
    token: '--io-flush',
    always: true,
    meaning: 'Changes moved from the journal to the data file.',
  },
  {
    type: 'DataSync',
    label: 'Data sync',
    token: '--io-sync',
    always: true,
    meaning: 'The data file forced to the disk.',
  },
  {
    type: 'Compression',
    label: 'Compression',
    token: '--io-compression',
    always: false,
    meaning: 'A transaction compressed before it goes to the journal.',
  },
];

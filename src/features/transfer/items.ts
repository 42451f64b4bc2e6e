/** The kinds of items of a dump, as the form lists them. */
import type { DumpItem } from '../../contract/index.ts';

export const itemNames: Readonly<Record<DumpItem, string>> = {
  Documents: 'Documents',
  RevisionDocuments: 'Revisions',
  Attachments: 'Attachments',
  CounterGroups: 'Counters',
  TimeSeries: 'Time series',
  CompareExchange: 'Compare exchange',
  Identities: 'Identities',
  Indexes: 'Indexes',
  Subscriptions: 'Subscriptions',
  Conflicts: 'Conflicts',
  DatabaseRecord: 'Database record',
};

/** Items that the sandbox counts and leaves out. */
export const notInSandbox: readonly DumpItem[] = ['Conflicts'];

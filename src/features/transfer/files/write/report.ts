/** What became of the items of a file. Pure. */

export interface Rejection {
  readonly line: number;
  readonly offset: number;
  /** Null when the item has none or could not be read. */
  readonly id: string | null;
  readonly reason: string;
}

/** `read` is always the sum of the others: an item counts when its outcome is known. */
export interface ImportCounts {
  readonly read: number;
  readonly written: number;
  readonly skipped: number;
  readonly rejected: number;
}

export const noCounts: ImportCounts = { read: 0, written: 0, skipped: 0, rejected: 0 };

/** All items before it are stored, skipped or rejected. */
export interface Checkpoint {
  readonly offset: number;
  readonly line: number;
}

export interface LineRange {
  readonly from: number;
  readonly to: number;
}

export interface ImportReport {
  readonly counts: ImportCounts;
  readonly rejections: readonly Rejection[];
  readonly checkpoint: Checkpoint;
  /** Items of a batch whose result the server did not confirm: all are stored, or none. */
  readonly uncertain: LineRange | null;
}

export type ImportEnd =
  | { readonly kind: 'completed' }
  | { readonly kind: 'cancelled' }
  /** The file cannot be read further, or a document exists: `reason` names the place. Resuming would stop there again. */
  | { readonly kind: 'stopped'; readonly reason: string; readonly canResume: boolean }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface ImportOutcome {
  readonly end: ImportEnd;
  readonly report: ImportReport;
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface StageResult {
  readonly name: string;
  readonly counts: Counts;
  /** Each skip as "name: reason". */
  readonly skipped: readonly string[];
  /** The names of failed tests, each with the first line of its error, where the stage knows them. */
  readonly failed?: readonly string[];
}

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0 };

export const addCounts = (a: Counts, b: Counts): Counts => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

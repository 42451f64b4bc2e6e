/** Orders that differ, with the reason: the results are the same. */
export interface KnownDifference {
  /** Without a map: of every index. */
  readonly map?: string;
  readonly condition: string;
  readonly reason: string;
}

export const knownDifferences: readonly KnownDifference[] = [];

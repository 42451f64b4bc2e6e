/** Definitions whose entries differ, with the reason. */
export const knownDifferences: ReadonlyMap<string, string> = new Map();

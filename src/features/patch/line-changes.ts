/** How many lines two texts differ in, for the list of tested documents. The diff view shows which. Pure. */

export interface LineChanges {
  readonly added: number;
  readonly removed: number;
}

/** Above this number of cells the exact count takes too long, and every line between the equal ends counts. */
const MAX_CELLS = 4_000_000;

export function lineChanges(original: string, modified: string): LineChanges {
  const before = original.split('\n');
  const after = modified.split('\n');
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  const common = removed.length * added.length > MAX_CELLS ? 0 : longestCommon(removed, added);
  return { added: added.length - common, removed: removed.length - common };
}

/** Length of the longest common subsequence. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Uint32Array(b.length + 1);
  for (const line of a) {
    const next = new Uint32Array(b.length + 1);
    for (let j = 1; j <= b.length; j++)
      next[j] = line === b[j - 1] ? (row[j - 1] ?? 0) + 1 : Math.max(row[j] ?? 0, next[j - 1] ?? 0);
    row = next;
  }
  return row[b.length] ?? 0;
}

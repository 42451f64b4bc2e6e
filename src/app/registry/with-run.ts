/**
 * The runs of a store with one more or another state of one, the latest last. Of more than `most`, the oldest that do not run
 * are dropped.
 */
export function withRun<R extends { readonly kind: string }>(
  runs: ReadonlyMap<string, R>,
  key: string,
  run: R,
  most: number,
): ReadonlyMap<string, R> {
  const kept = new Map(runs);
  kept.delete(key);
  kept.set(key, run);
  for (const [oldest, { kind }] of kept) {
    if (kept.size <= most) break;
    if (kind !== 'running') kept.delete(oldest);
  }
  return kept;
}

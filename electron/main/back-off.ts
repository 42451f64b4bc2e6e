/** How long to wait before starting something that ended again: at once the first time, longer while it keeps ending. */
const STEPS_MS = [0, 500, 2000, 5000, 15_000] as const;
/** Having run this long, it counts as well again. */
const WELL_AFTER_MS = 60_000;

export class BackOff {
  private failures = 0;

  /** Of what ran for `ranMs` and then ended. */
  nextDelay(ranMs: number): number {
    if (ranMs >= WELL_AFTER_MS) this.failures = 0;
    const delay = STEPS_MS[Math.min(this.failures, STEPS_MS.length - 1)] ?? 0;
    this.failures++;
    return delay;
  }
}

/** The delay before a restart: none the first time, longer after repeated failures. */
const STEPS_MS = [0, 500, 2000, 5000, 15_000] as const;
/** A run of this length resets the delay. */
const WELL_AFTER_MS = 60_000;

export class BackOff {
  private failures = 0;

  /** For a process that ran `ranMs` before it ended. */
  nextDelay(ranMs: number): number {
    if (ranMs >= WELL_AFTER_MS) this.failures = 0;
    const delay = STEPS_MS[Math.min(this.failures, STEPS_MS.length - 1)] ?? 0;
    this.failures++;
    return delay;
  }
}

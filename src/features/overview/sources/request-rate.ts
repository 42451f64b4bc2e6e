const MINUTE_MS = 60_000;
/** A rate of a shorter time would jump. */
const SHORTEST_MS = 15_000;

/** Counts the requests of the last minute. */
export class RequestRate {
  private times: number[] = [];
  private since: number;

  constructor(now: number) {
    this.since = now;
  }

  /** Begins a new count, after a time without requests. */
  restart(now: number): void {
    this.times = [];
    this.since = now;
  }

  count(now: number): void {
    this.times.push(now);
  }

  perMinute(now: number): number {
    this.times = this.times.filter((at) => at > now - MINUTE_MS);
    const observed = Math.min(MINUTE_MS, Math.max(SHORTEST_MS, now - this.since));
    return Math.round((this.times.length * MINUTE_MS) / observed);
  }
}

/**
 * The pause after questions that were not confirmed. It limits guessing of codes (to about 75 a day at its maximum)
 * and prevents a page from flooding the user with dialogs.
 */
const FREE_POINTS = 3;
const FIRST_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 3_600_000;

export class RefusalPause {
  private readonly now: () => number;
  private points = 0;
  private until = 0;

  constructor(now: () => number = () => performance.now()) {
    this.now = now;
  }

  /** How long no new question is accepted. */
  get leftMs(): number {
    return Math.max(0, this.until - this.now());
  }

  confirmed(): void {
    this.points = 0;
  }

  /** A question discarded for wrong codes counts like three that were declined or expired. */
  refused(kind: 'wrong-codes' | 'declined'): void {
    this.points += kind === 'wrong-codes' ? FREE_POINTS : 1;
    const rounds = Math.floor(this.points / FREE_POINTS);
    if (rounds > 0)
      this.until = this.now() + Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(rounds - 1, 20));
  }
}

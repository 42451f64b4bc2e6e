/** One pending question: answered in a dialog, or with the printed code. */
import { randomInt, randomUUID } from 'node:crypto';
import { PortError, type ConfirmationQuestion } from '../../../src/contract/index.ts';
import { sameSecret } from '../same-secret.ts';
import type { ConfirmationText } from './confirmation-text.ts';
import type { ConfirmationWay } from './confirmation-way.ts';

export type Outcome = 'allowed' | 'declined' | 'wrong-codes' | 'expired' | 'cancelled';

const ATTEMPTS = 3;

export class OpenQuestion {
  readonly id = randomUUID();
  private readonly text: ConfirmationText;
  private readonly way: Exclude<ConfirmationWay, { method: 'off' }>;
  private readonly lifetimeMs: number;
  private readonly onChange: () => void;
  private readonly code = String(randomInt(1_000_000)).padStart(6, '0');
  private readonly startedAt = performance.now();
  private readonly over = new AbortController();
  private attemptsLeft = ATTEMPTS;
  private settled: Outcome | undefined;
  private resolve: (outcome: Outcome) => void = () => undefined;

  constructor(
    text: ConfirmationText,
    way: Exclude<ConfirmationWay, { method: 'off' }>,
    lifetimeMs: number,
    onChange: () => void,
  ) {
    this.text = text;
    this.way = way;
    this.lifetimeMs = lifetimeMs;
    this.onChange = onChange;
  }

  view(): ConfirmationQuestion {
    return {
      id: this.id,
      method: this.way.method,
      summary: this.text.summary,
      details: [...this.text.details],
      expiresInMs: Math.max(0, this.lifetimeMs - (performance.now() - this.startedAt)),
      attemptsLeft: this.attemptsLeft,
    };
  }

  /** Asks, and waits for the first of: an answer, expiry, the caller's signal. */
  async outcome(signal: AbortSignal): Promise<Outcome> {
    const expiry = setTimeout(() => this.settle('expired'), this.lifetimeMs);
    const stop = (): void => this.settle('cancelled');
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise<Outcome>((resolve, reject) => {
        this.resolve = resolve;
        if (signal.aborted) this.settle('cancelled');
        else this.put(reject);
      });
    } finally {
      clearTimeout(expiry);
      signal.removeEventListener('abort', stop);
      this.over.abort();
    }
  }

  /** The first outcome is final. */
  settle(outcome: Outcome): void {
    if (this.settled !== undefined) return;
    this.settled = outcome;
    if (this.way.method === 'code')
      this.way.print(
        outcome === 'allowed'
          ? `Confirmed: ${this.text.summary}`
          : `Not confirmed (${outcomeText[outcome]}): ${this.text.summary}`,
      );
    this.resolve(outcome);
  }

  answer(code: string): { accepted: boolean; attemptsLeft: number } {
    if (this.way.method !== 'code' || this.settled !== undefined)
      throw notConfirmed('This request does not need a code.');
    // Copied codes can contain spaces.
    if (sameSecret(code.replace(/[\s-]/g, ''), this.code)) {
      this.settle('allowed');
      return { accepted: true, attemptsLeft: this.attemptsLeft };
    }
    this.attemptsLeft--;
    this.onChange();
    if (this.attemptsLeft === 0) this.settle('wrong-codes');
    return { accepted: false, attemptsLeft: this.attemptsLeft };
  }

  failure(outcome: Exclude<Outcome, 'allowed'>): PortError {
    if (outcome === 'cancelled')
      return new PortError({ code: 'cancelled', message: 'The request was cancelled.' });
    const { summary } = this.text;
    const why = {
      declined: 'This was not confirmed',
      'wrong-codes': `${ATTEMPTS} wrong codes were typed, so this was discarded`,
      expired: `Nobody confirmed this within ${Math.round(this.lifetimeMs / 1000)} s, so it was discarded`,
    }[outcome];
    return notConfirmed(`${why}: ${summary}. Nothing was changed or sent.`);
  }

  private put(fail: (cause: unknown) => void): void {
    const { way, text } = this;
    if (way.method === 'dialog') {
      way.ask(text, this.over.signal).then((allowed) => this.settle(allowed ? 'allowed' : 'declined'), fail);
      return;
    }
    way.print(`Code ${this.code} allows: ${text.summary}`);
    for (const detail of text.details) way.print(`    ${detail}`);
    way.print(
      `    Type it into the page within ${Math.round(this.lifetimeMs / 1000)} s. If you did not start this, ignore it.`,
    );
  }
}

const outcomeText: Readonly<Record<Exclude<Outcome, 'allowed'>, string>> = {
  declined: 'cancelled in the page',
  'wrong-codes': `${ATTEMPTS} wrong codes`,
  expired: 'expired',
  cancelled: 'cancelled in the page',
};

export function notConfirmed(message: string, retryable = false): PortError {
  return new PortError({ code: 'not-confirmed', message, retryable });
}

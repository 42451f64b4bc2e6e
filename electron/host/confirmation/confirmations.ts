/**
 * Asks the user for decisions that a page must not make. The caller in the host holds the pending change or
 * request; the page only sees the question and, with codes, sends the code.
 */
import { PortError, type ConfirmationQuestion } from '../../../src/contract/index.ts';
import { ChangeFeed } from '../change-feed.ts';
import type { Log } from '../log/log-file.ts';
import type { ConfirmationText } from './confirmation-text.ts';
import type { ConfirmationWay } from './confirmation-way.ts';
import { notConfirmed, OpenQuestion, type Outcome } from './open-question.ts';
import { RefusalPause } from './refusal-pause.ts';

/** Limit of all windows together; further requests fail. */
const MAX_WAITING = 8;
const DEFAULT_LIFETIME_MS = 120_000;

export class Confirmations {
  readonly way: ConfirmationWay;
  private readonly log: Log;
  private readonly pause: RefusalPause;
  private readonly dialogs: Turns = { last: Promise.resolve() };
  private waiting = 0;

  constructor(way: ConfirmationWay, log: Log, pause = new RefusalPause()) {
    this.way = way;
    this.log = log;
    this.pause = pause;
  }

  forWindow(): WindowConfirmations {
    // A page can open more ports, so dialogs are shown one at a time across all of them; codes are typed into their
    // own window.
    return new WindowConfirmations(
      this,
      this.way.method === 'dialog' ? this.dialogs : { last: Promise.resolve() },
    );
  }

  /** Takes a place in the queue. The returned function frees it. */
  enter(text: ConfirmationText): () => void {
    const refuse = (why: string): never => {
      this.log.write('warn', 'confirmation-not-asked', { summary: text.summary, why });
      throw notConfirmed(`${why} Nothing was changed or sent: ${text.summary}`, true);
    };
    if (this.waiting >= MAX_WAITING)
      refuse(`${MAX_WAITING} requests are waiting for a confirmation already.`);
    const { leftMs } = this.pause;
    if (leftMs > 0)
      refuse(`Several requests were not confirmed. Try again in ${Math.ceil(leftMs / 1000)} s.`);
    this.waiting++;
    this.log.write('info', 'confirmation-asked', { summary: text.summary });
    return () => this.waiting--;
  }

  settled(text: ConfirmationText, outcome: Outcome): void {
    this.log.write('info', 'confirmation-settled', { summary: text.summary, outcome });
    if (outcome === 'allowed') this.pause.confirmed();
    else this.pause.refused(outcome === 'wrong-codes' ? 'wrong-codes' : 'declined');
  }
}

/** Settles when the most recent question is settled. */
interface Turns {
  last: Promise<void>;
}

/** The questions of one window: one at a time, in order. */
export class WindowConfirmations {
  private readonly all: Confirmations;
  private readonly feed = new ChangeFeed();
  private readonly turns: Turns;
  private open: OpenQuestion | undefined;

  constructor(all: Confirmations, turns: Turns) {
    this.all = all;
    this.turns = turns;
  }

  get method(): ConfirmationWay['method'] {
    return this.all.way.method;
  }

  /** Resolves when confirmed. Throws `not-confirmed` otherwise, or `cancelled` with the signal. */
  async ask(text: ConfirmationText, signal: AbortSignal): Promise<void> {
    const { way } = this.all;
    if (way.method === 'off') {
      if (text.startsProgram === undefined) return;
      throw new PortError({
        code: 'policy-refused',
        message:
          'A program for a certificate needs a confirmation. Start Rookery without --trust-page to add it.',
      });
    }
    const leave = this.all.enter(text);
    const before = this.turns.last;
    let done: () => void = () => undefined;
    this.turns.last = new Promise((resolve) => (done = resolve));
    try {
      await orAborted(before, signal);
      await this.askNow(text, way, signal);
    } finally {
      leave();
      void before.then(done);
    }
  }

  answer(id: string, code: string): { accepted: boolean; attemptsLeft: number } {
    return this.waiting(id).answer(code);
  }

  cancel(id: string): void {
    this.waiting(id).settle('declined');
  }

  async *watch(signal: AbortSignal): AsyncGenerator<{ question: ConfirmationQuestion | null }> {
    const changes = this.feed.watch(signal, true);
    while ((await changes.next()).done !== true) yield { question: this.open?.view() ?? null };
  }

  private async askNow(
    text: ConfirmationText,
    way: Exclude<ConfirmationWay, { method: 'off' }>,
    signal: AbortSignal,
  ): Promise<void> {
    const lifetimeMs = (way.method === 'code' ? way.lifetimeMs : undefined) ?? DEFAULT_LIFETIME_MS;
    const question = new OpenQuestion(text, way, lifetimeMs, () => this.feed.changed());
    this.open = question;
    this.feed.changed();
    try {
      const outcome = await question.outcome(signal);
      this.all.settled(text, outcome);
      if (outcome !== 'allowed') throw question.failure(outcome);
    } finally {
      this.open = undefined;
      this.feed.changed();
    }
  }

  private waiting(id: string): OpenQuestion {
    if (this.open?.id !== id)
      throw notConfirmed('This request no longer waits for a confirmation. Start it again.');
    return this.open;
  }
}

async function orAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const cancelled = new PortError({ code: 'cancelled', message: 'The request was cancelled.' });
  if (signal.aborted) throw cancelled;
  let stop: () => void = () => undefined;
  try {
    await Promise.race([
      work,
      new Promise<never>((_resolve, reject) => {
        stop = () => reject(cancelled);
        signal.addEventListener('abort', stop, { once: true });
      }),
    ]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/**
 * The two-factor session of one connection: its cookie, its end, and the reads that wait for a code. In memory only;
 * the cookie is read by the transport of this connection and by nothing else.
 */
import { PortError, type TwoFactorScope, type TwoFactorState } from '../../../src/contract/index.ts';

/** Further reads fail at once instead of waiting. */
const MAX_WAITING = 64;
/** The longest timer of Node. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface OpenedSession {
  readonly cookie: string | undefined;
  readonly scope: TwoFactorScope;
  /** Epoch ms. */
  readonly until: number;
}

interface Waiter {
  readonly repeat: () => void;
  readonly fail: (error: PortError) => void;
}

export class TwoFactorSession {
  private readonly origin: string;
  private readonly onChange: () => void;
  private readonly waiters = new Set<Waiter>();
  private opened: OpenedSession | undefined;
  private timer: NodeJS.Timeout | undefined;
  private phase: 'unknown' | 'asked' | 'declined' | 'signed-in' = 'unknown';
  private hadSession = false;
  /** Incremented by every sign-in and change of certificate: a request refused before it is repeated. */
  private count = 0;

  constructor(origin: string, onChange: () => void) {
    this.origin = origin;
    this.onChange = onChange;
  }

  get cookie(): string | undefined {
    return this.opened?.cookie;
  }

  get generation(): number {
    return this.count;
  }

  /** Undefined while the server has not requested a code. */
  get state(): TwoFactorState | undefined {
    if (this.opened) return { state: 'signed-in', scope: this.opened.scope, until: this.opened.until };
    if (this.phase === 'unknown') return undefined;
    return { state: 'code-needed', waiting: this.phase === 'asked', ended: this.hadSession };
  }

  /** The server refused a request sent under `generation`. Resolves when it can be repeated. */
  async refused(generation: number, isRead: boolean, signal: AbortSignal): Promise<void> {
    if (generation !== this.count && (this.opened !== undefined || this.phase === 'unknown')) return;
    this.drop();
    if (this.phase !== 'declined') this.moveTo('asked');
    if (!isRead)
      throw this.error(
        'The request was not executed, because the server requires a two-factor code. Sign in and repeat it.',
      );
    if (this.phase === 'declined')
      throw this.error('The server requires a two-factor code. Use “Sign in” in the status bar.');
    if (this.waiters.size >= MAX_WAITING)
      throw this.error('The server requires a two-factor code, and many requests wait for it already.');
    await this.wait(signal);
  }

  signedIn(opened: OpenedSession): void {
    this.drop();
    this.opened = opened;
    this.hadSession = true;
    this.count++;
    const left = Math.min(MAX_TIMER_MS, Math.max(0, opened.until - Date.now()));
    // The next request asks for the code; without one there is no dialog over idle work.
    this.timer = setTimeout(() => this.expire(), left);
    this.timer.unref();
    this.moveTo('signed-in');
    for (const { repeat } of [...this.waiters]) repeat();
  }

  signedOut(): void {
    this.drop();
    this.decline();
  }

  /** The server has not requested a code for the new certificate; waiting requests find out. */
  certificateChanged(): void {
    this.drop();
    this.phase = 'unknown';
    this.hadSession = false;
    this.count++;
    this.onChange();
    for (const { repeat } of [...this.waiters]) repeat();
  }

  decline(): void {
    if (this.opened) return;
    this.moveTo('declined');
    for (const { fail } of [...this.waiters])
      fail(this.error('No two-factor code was entered. Use “Sign in” in the status bar.'));
  }

  /** No request is sent there any more that would need a code. */
  notNeeded(): void {
    if (this.phase === 'declined') this.moveTo('unknown');
  }

  /** The connection was removed or has another destination. */
  close(): void {
    this.drop();
    for (const { fail } of [...this.waiters])
      fail(new PortError({ code: 'cancelled', message: 'The connection was changed or removed.' }));
  }

  private expire(): void {
    if (this.opened && this.opened.until > Date.now() + 1000) return;
    this.drop();
    this.phase = 'unknown';
    this.onChange();
  }

  private drop(): void {
    clearTimeout(this.timer);
    this.opened = undefined;
    if (this.phase === 'signed-in') this.phase = 'unknown';
  }

  private moveTo(phase: typeof this.phase): void {
    if (this.phase === phase && phase !== 'signed-in') return;
    this.phase = phase;
    this.onChange();
  }

  private wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiters.delete(waiter);
        signal.removeEventListener('abort', abort);
      };
      const waiter: Waiter = {
        repeat: () => {
          leave();
          resolve();
        },
        fail: (error) => {
          leave();
          reject(error);
        },
      };
      const abort = (): void =>
        waiter.fail(new PortError({ code: 'cancelled', message: 'The request was cancelled.' }));
      this.waiters.add(waiter);
      signal.addEventListener('abort', abort, { once: true });
      if (signal.aborted) abort();
    });
  }

  private error(message: string): PortError {
    return new PortError({ code: 'two-factor', message: `${this.origin}: ${message}` });
  }
}

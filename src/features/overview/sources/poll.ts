import { ServerError } from '../../../protocol/server-error.ts';
import { pause } from '../../../protocol/pause.ts';
import type { Sink } from './source.ts';
import { isAborted } from '../../../protocol/is-aborted.ts';

/** A server that answers slowly is polled less often: at most a twentieth of the time is spent in requests. */
const PAUSE_PER_ANSWER = 20;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Repeats a request until aborted, with growing pauses while it fails. A refused one is not repeated. `period` is
 * read after each round.
 */
export async function poll(
  period: () => number,
  round: () => Promise<void>,
  { onStatus }: Pick<Sink, 'onStatus'>,
  signal: AbortSignal,
  now: () => number = Date.now,
): Promise<void> {
  let wasLive = false;
  let wait = period();
  onStatus({ kind: 'connecting' });
  while (!signal.aborted) {
    const started = now();
    try {
      await round();
      if (isAborted(signal)) return;
      wasLive = true;
      wait = Math.min(LONGEST_PAUSE_MS, Math.max(period(), (now() - started) * PAUSE_PER_ANSWER));
      onStatus({ kind: 'live' });
    } catch (error) {
      if (isAborted(signal)) return;
      const refused = error instanceof ServerError && (error.status === 401 || error.status === 403);
      onStatus(wasLive && !refused ? { kind: 'reconnecting' } : { kind: 'failed', error });
      if (refused) return;
      wait = Math.min(LONGEST_PAUSE_MS, wait * 2);
    }
    await pause(wait, signal);
  }
}

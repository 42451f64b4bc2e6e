/** Opens a live feed again after each break, with growing pauses, until it is stopped. */
import { pause } from './pause.ts';
import { isAborted } from './is-aborted.ts';

export interface Pauses {
  readonly first: number;
  readonly last: number;
}

/**
 * `run` follows the feed until it ends; it calls `onLive` when the feed works, so that the next break begins with the
 * first pause. `onBreak` returns whether to open it again.
 */
export async function keepOpen(
  run: (onLive: () => void) => Promise<void>,
  onBreak: (failure: unknown) => boolean,
  signal: AbortSignal,
  { first, last }: Pauses,
): Promise<void> {
  let next = first;
  while (!signal.aborted) {
    let failure: unknown;
    try {
      await run(() => {
        next = first;
      });
    } catch (thrown) {
      failure = thrown;
    }
    if (isAborted(signal) || !onBreak(failure)) return;
    await pause(next, signal);
    next = Math.min(next * 2, last);
  }
}

/** Waits that end with a signal. */

/** Resolves after `ms`, or with the abort. At most 24 days: Node's timers take no more. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { once: true });
  });
}

/** Between two looks at the clock, which can be set, and continues while a computer sleeps. */
const LOOK_MS = 60_000;

/** Resolves at a time of the clock, in ms since 1970, however far, or with the abort. */
export async function sleepUntil(time: number, signal: AbortSignal): Promise<void> {
  for (let left = time - Date.now(); left > 0 && !signal.aborted; left = time - Date.now())
    await sleep(Math.min(left, LOOK_MS), signal);
}

/** Resolves when all are settled, at the latest after `ms`. */
export async function settledWithin(ms: number, work: Iterable<Promise<unknown>>): Promise<void> {
  const enough = new AbortController();
  const limit = sleep(ms, enough.signal);
  await Promise.race([Promise.allSettled(work), limit]);
  enough.abort();
}

/** Long calculations that leave the page alive: work a few milliseconds, let the page have its turn, go on. */
const SLICE_MS = 8;

/** Runs a generator to its end; each `yield` is a place where it may pause. Ends early when aborted. */
export async function inSlices<T>(work: Generator<undefined, T>, signal: AbortSignal): Promise<T> {
  let until = performance.now() + SLICE_MS;
  for (;;) {
    signal.throwIfAborted();
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    until = performance.now() + SLICE_MS;
  }
}

/** The whole at once: for tests, and for what is known to be small. */
export function atOnce<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Pause after so many rows: often enough to be smooth, seldom enough to cost nothing. */
export const ROWS_PER_SLICE = 20_000;

/** Time slicing for long calculations: works a few milliseconds, then yields to the event loop. */
const SLICE_MS = 8;

/** Runs a generator to its end; each `yield` is a possible pause. Ends early when aborted. */
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

/** Runs without slicing: for tests and small inputs. */
export function runToEnd<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Rows per check: frequent enough to stay smooth, rare enough to cost nothing. */
export const ROWS_PER_SLICE = 20_000;

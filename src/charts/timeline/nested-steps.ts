/** Places steps for which only durations are known: one after the other, from the start of their parent. */

export interface PlacedStep<S> {
  readonly step: S;
  readonly start: number;
  readonly end: number;
  readonly depth: number;
}

export interface StepReader<S> {
  readonly ms: (step: S) => number;
  readonly inner: (step: S) => readonly S[];
}

/** Deeper steps are left out: their boxes would be below the visible area, and the input can be hostile. */
const MAX_DEPTH = 12;

/** Outer before inner. The first level has depth 1: depth 0 is the item that the steps belong to. */
export function placeSteps<S>(
  steps: readonly S[],
  start: number,
  read: StepReader<S>,
  depth = 1,
): readonly PlacedStep<S>[] {
  const placed: PlacedStep<S>[] = [];
  let at = start;
  for (const step of steps) {
    const end = at + read.ms(step);
    placed.push({ step, start: at, end, depth });
    if (depth < MAX_DEPTH) placed.push(...placeSteps(read.inner(step), at, read, depth + 1));
    at = end;
  }
  return placed;
}

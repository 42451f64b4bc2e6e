/** The steps of a ramp by size from a table: a cube root per pixel would take longer than finding the event. */
import { RAMP_STEPS, rampStep } from './colour-ramp.ts';

/** The table has at most this many bits of the largest size: then at most four steps share its first entry. */
const TABLE_BITS = 12;

/** The same steps as `rampStep` for whole sizes. */
export class RampLookup {
  /** The smallest size of each step, and one that no size reaches. */
  private readonly smallest = new Float64Array(RAMP_STEPS + 1).fill(Number.POSITIVE_INFINITY);
  /** For sizes with the same high bits, the step of the smallest of them. */
  private readonly lowest: Uint8Array;
  private readonly shift: number;
  private readonly highest: number;

  constructor(largest: number) {
    this.smallest[0] = 0;
    if (largest > 0)
      for (let step = 1; step < RAMP_STEPS; step++) this.smallest[step] = smallestOf(step, largest);
    this.highest = rampStep(largest, largest);
    this.shift = Math.max(0, 32 - Math.clz32(largest) - TABLE_BITS);
    this.lowest = Uint8Array.from({ length: (largest >>> this.shift) + 1 }, (_, high) =>
      rampStep(high * 2 ** this.shift, largest),
    );
  }

  step(size: number): number {
    let step = this.lowest[size >>> this.shift] ?? this.highest;
    while (size >= (this.smallest[step + 1] ?? 0)) step++;
    return step;
  }
}

function smallestOf(step: number, largest: number): number {
  // The inverse of the cube root is exact to a few sizes; the function itself decides.
  let size = Math.ceil(largest * ((step - 0.5) / (RAMP_STEPS - 1)) ** 3);
  while (size > 0 && rampStep(size - 1, largest) >= step) size--;
  while (rampStep(size, largest) < step) size++;
  return size;
}

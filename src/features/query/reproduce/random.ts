import type { Random } from '../../../document-copy/sampling.ts';

const RANGE = 2 ** 32;

/** Numbers that cannot be predicted, each equally often. */
export const secureRandom: Random = (below) => {
  const drawn = new Uint32Array(1);
  const whole = RANGE - (RANGE % below);
  let value: number;
  do {
    crypto.getRandomValues(drawn);
    value = drawn[0] ?? 0;
  } while (value >= whole);
  return value % below;
};
